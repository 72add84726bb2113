// Made by `cargo xtask generate` from the Rust source: change that instead.

import type { Configuration, Consent, EffectiveKind, Outcome, Payment, RenewalKind } from '../../js/model.js';

/** The unit of a licence term (§2.3): the document shows `P<n>D` and `P<n>M`, no other form. */
export type TermUnit =
  /** Days. */
  | 'days'
  /** Calendar months. */
  | 'months';

/** A licence term as a number and a unit. */
export interface Term {
  /** How many. */
  count: number;
  /** Of what. */
  unit: TermUnit;
}

/** A product of a set-up at a glance. */
export interface Outline {
  /** Where it is in the input, as a JSON Pointer. */
  path: string;
  /** Its id, where it has one. */
  id: number | null;
  /** Its name, where it has one. */
  name: string | null;
  /** Its licence term, where that is well-formed. */
  term: Term | null;
  /** The amount of its first variant. */
  price: string | null;
  /** The currency of its first variant. */
  currency: string | null;
  /** Whether it has renewal settings (§2.4). */
  initiates: boolean;
  /**
   * Its renewals in the order of use, each once, without its own id: as far as they can be read,
   * even if the chain is wrong.
   */
  renewals: number[];
}

/** A renewal kind and what became of it. */
export interface Rung {
  /** The kind. */
  kind: RenewalKind;
  /** Its name. */
  name: string;
  /** What became of it. */
  outcome: Outcome;
  /** The same in words, with each reason. */
  says: string;
  /** The limits that the caller would have to state to be sure. */
  assumed: string[];
}

/** The renewal kind for a payment method and a consent, and how it was found. */
export interface Cell {
  /** The kind of payment method. */
  payment: Payment;
  /** The consent to auto renewal. */
  consent: Consent;
  /** The kind, where one applies. */
  kind: EffectiveKind | null;
  /** The kind in a few words. */
  name: string;
  /** AR, PMR and Email with what became of each; empty where none was considered. */
  ladder: Rung[];
}

/** What a set-up means for buyers. */
export interface Answer {
  /** What happens, in a sentence or two. */
  sentence: string;
  /** The configuration (§4.4), where the chain makes one. */
  configuration: Configuration | null;
  /** The configuration in words; empty where there is none. */
  configurationName: string;
  /** Whether it is a free trial. */
  trial: boolean;
  /** The renewal kind for each payment method and consent. */
  cells: Cell[];
}
