//! Access to a product's fields in a JSON tree.

use renewal_rules_json::{Document, NodeId};

use super::fields::Field;
use crate::product::ProductId;

/// A document whose nodes are fields of a product.
pub trait FieldTree {
    /// Returns the field that a value is linked to.
    fn field(&self, id: NodeId) -> Field;

    /// Returns the last member of an object that is linked to this field.
    fn last(self, id: NodeId, field: Field) -> Option<NodeId>;

    /// Returns the product id that a number represents, in any notation.
    fn product_id(&self, id: NodeId) -> Option<ProductId>;
}

impl FieldTree for Document<'_> {
    fn field(&self, id: NodeId) -> Field {
        self.known_field(id)
    }

    fn last(self, id: NodeId, field: Field) -> Option<NodeId> {
        let members = self.children(id);
        members.filter(|child| self.field(*child) == field).last()
    }

    fn product_id(&self, id: NodeId) -> Option<ProductId> {
        self.unsigned(id).and_then(ProductId::new)
    }
}
