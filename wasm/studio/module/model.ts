// Made by `cargo xtask generate` from the Rust source: change that instead.

import type { ConsideredOutcome, Consent, EffectiveKind, PaymentKind, RenewalConfiguration, RenewalKind } from '../../lib/model.js';

/** The unit of a licence term (§2.3). The interface document only specifies `P<n>D` and `P<n>M`. */
export type TermUnit =
  /** Days. */
  | 'days'
  /** Calendar months. */
  | 'months';

/** A licence term as a number and a unit. */
export interface Term {
  /** Number of days or months. */
  count: number;
  /** Unit of the licence term: days or months. */
  unit: TermUnit;
}

/** Outline of a product: its id, name, licence term, price and renewal products. */
export interface Outline {
  /** JSON Pointer to the product in the input. */
  path: string;
  /** Id of the product, if it has one. */
  id: number | null;
  /** Name of the product, if it has one. */
  name: string | null;
  /** Licence term, if well-formed. */
  term: Term | null;
  /** Amount of the first variant's price. */
  price: string | null;
  /** Currency of the first variant's price. */
  currency: string | null;
  /** `true` if the product has renewal settings (§2.4). */
  initiates: boolean;
  /**
   * Ids of the renewal products in order of use, each once, without the product's own id. If the chain is invalid,
   * contains those ids that can be read.
   */
  renewals: number[];
}

/** A renewal kind and its outcome. */
export interface LadderStep {
  /** Renewal kind. */
  kind: RenewalKind;
  /** Display name of the kind. */
  name: string;
  /** Outcome of this kind: applied, rejected, not reached or not considered. */
  outcome: ConsideredOutcome;
  /** Outcome as text, with the reasons of a rejection. */
  says: string;
  /** Names of the limits that are not set. The outcome assumes that the licence term meets them. */
  assumed: string[];
}

/** Renewal kind for one payment method and consent, with the kinds considered. */
export interface SummaryCell {
  /** Kind of payment method. */
  payment: PaymentKind;
  /** Consent to auto renewal. */
  consent: Consent;
  /** Effective kind, if one applies. */
  kind: EffectiveKind | null;
  /** Display name of the kind. */
  name: string;
  /** AR, PMR and Email with their outcomes; empty if no kind was considered. */
  ladder: LadderStep[];
}

/** Summary of how a product renews for its buyers. */
export interface Summary {
  /** One or two sentences that describe the renewals. */
  sentence: string;
  /** Configuration (§4.4), if the chain forms one. */
  configuration: RenewalConfiguration | null;
  /** Display name of the configuration; empty if there is none. */
  configurationName: string;
  /** `true` if the product is a free trial. */
  trial: boolean;
  /** Renewal kind for each payment method and consent. */
  cells: SummaryCell[];
}
