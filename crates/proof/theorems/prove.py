"""Proves theorems about the model for all terms and limits with z3. Each theorem has a mutant of the model that breaks
it, for which z3 must find a counterexample: so no theorem holds only because it says nothing.
"""

import sys

import z3

from model import (
    ABSENT, ANY_PAYMENT, AR, AR_TRIAL, CHAIN, DECLINED, EMAIL, GIVEN, NONE, OFF, OFFLINE, ON, ONLINE, PMR, SINGLE,
    UNAVAILABLE, Model, Purchase,
)


class Symbols:
    """Logic of z3."""

    all = staticmethod(z3.And)
    any = staticmethod(z3.Or)
    no = staticmethod(z3.Not)
    choose = staticmethod(z3.If)

    @staticmethod
    def holds(condition):
        return condition if isinstance(condition, bool) else z3.is_true(z3.simplify(condition))

    @staticmethod
    def value(number):
        return number if isinstance(number, int) else z3.simplify(number).as_long()


class Proof:
    """Any purchase `p`, and a model of the library."""

    def __init__(self, model):
        self.model = model(Symbols)
        self.domain = []
        self.p = Purchase(
            self.number("configuration", CHAIN), z3.Bool("trial"), z3.Bool("free"), self.number("enable", ON),
            self.number("required", ON), self.number("pmr", ON), self.number("email", ON), z3.Bool("has_term"),
            self.number("days"), self.number("ar_min"), (self.number("email_online"), self.number("email_offline")),
            (z3.Bool("pmr_online_known"), z3.Bool("pmr_offline_known")),
            (self.number("pmr_online"), self.number("pmr_offline")),
            self.number("payment", OFFLINE), self.number("consent", UNAVAILABLE),
        )
        # `free` implies `trial`; without a term, `days` is 0.
        self.domain += [z3.Implies(self.p.free, self.p.trial), z3.Implies(z3.Not(self.p.has_term), self.p.days == 0)]
        self.kind = self.model.kind(self.p)

    def number(self, name, most=None):
        number = z3.Int(name)
        self.domain += [number >= 0] if most is None else [number >= 0, number <= most]
        return number

    def kind_if(self, **changes):
        return self.model.kind(self.p._replace(**changes))

    def counterexample(self, theorem):
        solver = z3.Solver()
        claim = theorem(self)
        solver.add(*self.domain, z3.Not(claim))
        result = solver.check()
        if result == z3.unknown:
            raise SystemExit(f"z3 gives up: {solver.reason_unknown()}")
        return solver.model() if result == z3.sat else None


def is_auto(kind):
    return z3.Or(kind == AR, kind == AR_TRIAL)


THEOREMS = []


def theorem(text, mutant):
    """Adds a theorem with its text and a mutant: the methods of the model that it replaces."""

    def add(statement):
        THEOREMS.append((text, statement, mutant))
        return statement

    return add


def at_most(model, p, days):
    """Mutant of `misses`: a minimum is a maximum."""
    return p.days > days


def never(model, p, *_):
    return z3.BoolVal(False)


@theorem("A longer term never loses a renewal and never leads to a later kind.", {"misses": at_most})
def longer_term(s):
    days = s.number("longer")
    both = z3.And(s.p.has_term, s.p.days > 0, days >= s.p.days)
    return z3.Implies(both, s.kind_if(days=days) <= s.kind)


@theorem("Raising a minimum never gains a renewal and never leads to an earlier kind.", {"misses": at_most})
def raised_minimum(s):
    p = s.p
    ar, online, offline, pmr_online, pmr_offline = (s.number(f"raised_{nth}") for nth in range(5))
    old = [p.ar_min, *p.email_min, *p.pmr_min]
    raised = z3.And(*(new >= old for new, old in zip([ar, online, offline, pmr_online, pmr_offline], old)))
    kind = s.kind_if(ar_min=ar, email_min=(online, offline), pmr_min=(pmr_online, pmr_offline))
    return z3.Implies(raised, kind >= s.kind)


@theorem(
    "Outside a trial, turning AR on never loses a renewal and never leads to a later kind.",
    {"kind_of_sale": lambda m, p: z3.If(p.enable == ON, z3.If(m.can(p, AR), AR, NONE), Model.kind_of_sale(m, p))},
)
def ar_turned_on(s):
    return z3.Implies(z3.Not(s.p.trial), s.kind_if(enable=z3.IntVal(ON)) <= s.kind)


@theorem(
    "Turning PMR or Email on or off never changes a purchase to which an earlier kind applies.",
    {"kind_of_sale": lambda m, p: z3.If(m.can(p, EMAIL), EMAIL, Model.kind_of_sale(m, p))},
)
def later_kinds(s):
    pmr, email = s.number("other_pmr", ON), s.number("other_email", ON)
    keeps = z3.And(
        z3.Implies(is_auto(s.kind), s.kind_if(pmr=pmr, email=email) == s.kind),
        z3.Implies(s.kind == PMR, s.kind_if(email=email) == PMR),
    )
    return keeps


@theorem(
    "The first kind in the order AR, PMR, Email that nothing speaks against is chosen.",
    {
        "kind_of_sale": lambda m, p: z3.If(
            m.can(p, PMR), PMR, z3.If(m.can(p, AR), AR, z3.If(m.can(p, EMAIL), EMAIL, NONE))
        )
    },
)
def first_kind(s):
    p, model = s.p, s.model
    decided = z3.And(z3.Not(model.is_undecided(p)), z3.Not(p.trial))
    ar, pmr, email = (model.can(p, kind) for kind in (AR, PMR, EMAIL))
    chosen = z3.And(
        (s.kind == AR) == ar,
        (s.kind == PMR) == z3.And(z3.Not(ar), pmr),
        (s.kind == EMAIL) == z3.And(z3.Not(ar), z3.Not(pmr), email),
    )
    return z3.Implies(decided, chosen)


@theorem("A purchase renews by a kind that is turned on.", {"switch": lambda m, p, kind: z3.IntVal(ON)})
def only_switched_on(s):
    p = s.p
    return z3.And(
        z3.Implies(is_auto(s.kind), p.enable == ON),
        z3.Implies(s.kind == PMR, p.pmr == ON),
        z3.Implies(s.kind == EMAIL, p.email == ON),
    )


@theorem("A trial that renews itself never renews.", {"is_unsuitable": never})
def trial_in_single(s):
    return z3.Implies(z3.And(s.p.trial, s.p.configuration == SINGLE), s.kind == NONE)


@theorem(
    "A trial renews by AR or not at all, whatever PMR and Email are; only a trial renews by AR Trial.",
    {"kind": lambda m, p: z3.If(m.is_undecided(p), NONE, m.kind_of_sale(p))},
)
def trial_kinds(s):
    pmr, email = s.number("other_pmr", ON), s.number("other_email", ON)
    of_trial = z3.And(z3.Or(s.kind == AR_TRIAL, s.kind == NONE), s.kind_if(pmr=pmr, email=email) == s.kind)
    return z3.If(s.p.trial, of_trial, s.kind != AR_TRIAL)


@theorem(
    "A trial renews only if auto renewal is mandatory.",
    {"reasons": lambda m, p, kind: Model.reasons(m, p, kind)[1:]},
)
def trial_is_mandatory(s):
    return z3.Implies(s.kind == AR_TRIAL, s.p.required == ON)


@theorem("A buyer who declines is charged only if AR is mandatory.", {"is_declined": never})
def declined(s):
    charged = z3.And(s.p.consent == DECLINED, is_auto(s.kind))
    return z3.Implies(charged, z3.And(s.p.required == ON, s.p.configuration != SINGLE))


@theorem("`required` is ignored for a product that renews itself: there a buyer who declines is never charged.",
         {"is_mandatory": lambda m, p: p.required == ON})
def declined_in_single(s):
    return z3.Implies(z3.And(s.p.consent == DECLINED, s.p.configuration == SINGLE), z3.Not(is_auto(s.kind)))


@theorem(
    "A buyer who cannot consent is never charged.",
    {"reasons": lambda m, p, kind: Model.reasons(m, p, kind)[:-1]},
)
def unavailable(s):
    return z3.Implies(s.p.consent == UNAVAILABLE, z3.Not(is_auto(s.kind)))


@theorem(
    "Less consent never leads to an earlier kind.",
    {"is_declined": lambda m, p: z3.And(p.consent == GIVEN, z3.Not(p.trial), z3.Not(m.is_mandatory(p)))},
)
def less_consent(s):
    given, declines, cannot = (s.kind_if(consent=z3.IntVal(each)) for each in (GIVEN, DECLINED, UNAVAILABLE))
    return z3.And(given <= declines, declines <= cannot)


@theorem("Nothing renews without a term, or with a zero term.", {"reasons": lambda m, p, kind: [
    reason for reason in Model.reasons(m, p, kind) if reason[0] != "term-zero"
]})
def no_term(s):
    return z3.Implies(z3.Or(z3.Not(s.p.has_term), s.p.days == 0), s.kind == NONE)


@theorem("Nothing renews by a kind whose minimum the term misses.", {"is_short": never})
def below_minimum(s):
    p = s.p
    pick = lambda online, offline: z3.If(p.payment == OFFLINE, offline, online)
    return z3.And(
        z3.Implies(is_auto(s.kind), p.days >= p.ar_min),
        z3.Implies(z3.And(s.kind == PMR, pick(*p.pmr_known)), p.days >= pick(*p.pmr_min)),
        z3.Implies(s.kind == EMAIL, p.days >= pick(*p.email_min)),
    )


@theorem("Email never applies in configuration `chain`.", {
    "is_unsuitable": lambda m, p, kind: z3.And(p.trial, p.configuration == SINGLE)
})
def email_in_chain(s):
    return z3.Implies(s.p.configuration == CHAIN, s.kind != EMAIL)


@theorem("Nothing renews without settings, or with a chain that is not well-formed.", {"is_undecided": never})
def undecided(s):
    return z3.Implies(s.p.configuration < SINGLE, s.kind == NONE)


@theorem("Whether AR applies does not depend on the payment method.", {
    "is_below": lambda m, p, kind, offline: m.misses(p, p.email_min[offline])
})
def payment_and_ar(s):
    other = s.number("other_payment", OFFLINE)
    return z3.Implies(is_auto(s.kind), s.kind_if(payment=other) == s.kind)


@theorem("To learn an unknown minimum of PMR never gains a renewal.", {
    "is_below": lambda m, p, kind, offline: z3.Or(
        Model.is_below(m, p, kind, offline), z3.Not(p.pmr_known[offline]) if kind == PMR else False
    )
})
def learnt_minimum(s):
    p = s.p
    learnt = [z3.Bool("learnt_online"), z3.Bool("learnt_offline")]
    more = z3.And(*(z3.Implies(known, new) for known, new in zip(p.pmr_known, learnt)))
    return z3.Implies(more, s.kind_if(pmr_known=tuple(learnt)) >= s.kind)


@theorem(
    "A product without an error and with a kind turned on renews for a buyer who consents, with the payment method that"
    " was checked.",
    {"short_terms": lambda m, p: Model.short_terms(m, p)[1:]},
)
def no_error_renews(s):
    p, model = s.p, s.model
    any_on = z3.Or(p.enable == ON, p.pmr == ON, p.email == ON)
    consents = z3.And(p.consent == GIVEN, p.payment != ANY_PAYMENT)
    checked = z3.And(z3.Not(model.is_undecided(p)), any_on, z3.Not(model.has_error(p)))
    return z3.Implies(z3.And(consents, checked), s.kind != NONE)


@theorem(
    "An error about a kind's minimum means that the kind applies to no buyer, with either payment method.",
    {"short_terms": lambda m, p: [(k, "error", y, holds) for k, _, y, holds in Model.short_terms(m, p)]},
)
def error_is_certain(s):
    p, model = s.p, s.model
    kinds = {"ar": (AR_TRIAL, AR), "pmr": (PMR,), "email": (EMAIL,)}
    methods = z3.Or(p.payment == ONLINE, p.payment == OFFLINE)
    claims = []
    # The check does not know the payment method; the purchase has one.
    unknown = p._replace(payment=z3.IntVal(ANY_PAYMENT))
    for kind, severity, _, holds in model.short_terms(unknown):
        if severity == "error":
            applied = z3.Or(*(s.kind == each for each in kinds[kind]))
            claims.append(z3.Implies(z3.And(methods, holds), z3.Not(applied)))
    return z3.And(*claims)


@theorem(
    "No fix makes a buyer of a decided product pay automatically, unless `trial: true` is set and all amounts are zero.",
    {"offers_auto_renewal": lambda m, p: z3.And(m.is_configured(p), p.trial, p.configuration != SINGLE)},
)
def fix_never_charges(s):
    p, model = s.p, s.model
    decided = z3.And(z3.Not(model.is_undecided(p)), z3.Not(p.free), z3.Not(is_auto(s.kind)))
    return z3.Implies(decided, z3.Not(is_auto(model.kind(model.fixed(p)))))


@theorem(
    "No fix loses a renewal or leads to a later kind.",
    {"fixed": lambda m, p: Model.fixed(m, p)._replace(enable=z3.IntVal(OFF))},
)
def fix_never_loses(s):
    return z3.Implies(z3.Not(s.model.is_undecided(s.p)), s.model.kind(s.model.fixed(s.p)) <= s.kind)


@theorem("A switch that is absent is a switch that is off.", {
    "is_rejected": lambda m, p, kind: z3.Or(m.switch(p, kind) == OFF, *(holds for _, holds in m.reasons(p, kind)))
})
def absent_is_off(s):
    off = lambda value: z3.If(value == ABSENT, z3.IntVal(OFF), value)
    p = s.p
    changed = s.kind_if(enable=off(p.enable), required=off(p.required), pmr=off(p.pmr), email=off(p.email))
    return changed == s.kind


def main():
    failures = 0
    for text, statement, mutant in THEOREMS:
        counterexample = Proof(Model).counterexample(statement)
        broken = Proof(type("Mutant", (Model,), mutant)).counterexample(statement)
        if counterexample is not None:
            failures += 1
            print(f"NOT PROVED  {text}\n  {counterexample}")
        elif broken is None:
            failures += 1
            print(f"VACUOUS     {text}\n  no counterexample for the mutant of {', '.join(mutant)}")
        else:
            print(f"proved      {text}")
    print(f"{len(THEOREMS)} theorems, each with a mutant that breaks it; {failures} failures")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
