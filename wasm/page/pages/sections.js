// The sections of the interface document that rules cite, in our own words.

export const SECTIONS = {
  1: ['What the service does', 'The service sells products that can be renewed. Four kinds of renewal exist: AR charges the buyer automatically, AR Trial does so after a free term, PMR makes an order that the buyer pays, Email sends a link. The product whose purchase starts all this is the initiator; what is bought next is its renewal: another product, several in turn, or the initiator itself.'],
  2.3: ['Product', 'The fields of a product: its id, which the service gives when it is created; family name, name and license type; the licence term in days or months, which must be above zero where there are renewals; the renewal settings; the comments of each locale; the price variants.'],
  2.4: ['Renewal settings', 'The list of product ids used for renewal, and a switch for each kind. Auto renewal has a second switch that makes it mandatory at purchase: it is on for a free trial, and not sent where one product renews itself.'],
  2.5: ['Price variants', 'Each variant has a vendor code, an article, optionally another article for AR subscriptions, and a price: a currency and a decimal amount as text. The price of a free trial is 0.00.'],
  4: ['Endpoints', 'All bodies of requests and answers are JSON.'],
  4.3: ['Changing a product', 'A PATCH sends the fields to change. Prices and localised comments are overwritten whole when they are sent, so the complete set must be sent each time. Whether renewal settings are merged is not shown.'],
  4.4: ['The three configurations', 'A product that renews itself lists its own id twice. An initiator with one renewal lists the id of that renewal twice. A chain lists its renewals in the order of use, the last one twice. Renewal products are created first and without settings; a product that renews itself is created first and changed afterwards. The kinds are tried in the order AR, PMR, Email; for a free trial only AR counts. Email is not available in a chain, and a free trial not where one product renews itself.'],
  8: ['Limits', 'A product with renewals has a limited term. AR needs at least 6 days; Email 4 days for online payment and 11 for offline payment, which Support can change. The minimum for PMR depends on the payment method and is not shown.'],
};
