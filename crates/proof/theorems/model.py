"""The decision of the library, written for numbers and for z3 alike.

`compare.py` compares it with the library on every row of `decision-table`, `prove.py` proves theorems about it.
"""

from collections import namedtuple

# Configuration: no `renew_settings`, a chain that is not well-formed, and the three of the interface document.
UNSET, INVALID, SINGLE, PAIR, CHAIN = range(5)
CONFIGURATIONS = ["unset", "none", "single", "pair", "chain"]
# Values of a switch.
ABSENT, OFF, ON = range(3)
# Effective kind, from the most automatic to none.
AR_TRIAL, AR, PMR, EMAIL, NONE = range(5)
KINDS = ["ar-trial", "ar", "pmr", "email", "none"]
# Option `payment`, and consent.
ANY_PAYMENT, ONLINE, OFFLINE = range(3)
PAYMENTS = ["-", "online", "offline"]
GIVEN, DECLINED, UNAVAILABLE = range(3)

# A product with the options of a purchase. `free` is true if `trial: true` is set and every amount is zero. `days` are
# the shortest days of the term. The limits have a flag if they can be unset; each is (online, offline).
Purchase = namedtuple(
    "Purchase",
    "configuration trial free enable required pmr email has_term days ar_min email_min pmr_known pmr_min payment consent",
)


class Numbers:
    """Logic of plain values."""

    @staticmethod
    def all(*values):
        return all(values)

    @staticmethod
    def any(*values):
        return any(values)

    @staticmethod
    def no(value):
        return not value

    @staticmethod
    def choose(condition, yes, no):
        return yes if condition else no

    holds = staticmethod(bool)
    value = staticmethod(int)


class Model:
    """The rules of a record. Each method can be overridden by a mutant."""

    def __init__(self, logic):
        self.logic = logic

    def is_mandatory(self, p):
        return self.logic.all(p.configuration != SINGLE, p.required == ON)

    def is_configured(self, p):
        return p.configuration != UNSET

    def is_undecided(self, p):
        return self.logic.any(p.configuration == UNSET, p.configuration == INVALID)

    def switch(self, p, kind):
        return {AR: p.enable, PMR: p.pmr, EMAIL: p.email}[kind]

    def misses(self, p, days):
        """True if a limited term is shorter than a minimum."""
        return p.days < days

    def is_below(self, p, kind, is_offline):
        """True if a limited term is too short for a kind with a payment method."""
        if kind == AR:
            return self.misses(p, p.ar_min)
        minimum = (p.pmr_min if kind == PMR else p.email_min)[is_offline]
        is_known = p.pmr_known[is_offline] if kind == PMR else True
        return self.logic.all(is_known, self.misses(p, minimum))

    def by_payment(self, p, offline, online):
        """The value of the purchase's payment method, which is online unless set otherwise."""
        return self.logic.choose(p.payment == OFFLINE, offline, online)

    def has_limited_term(self, p):
        return self.logic.all(p.has_term, p.days > 0)

    def is_short(self, p, kind):
        both = [self.is_below(p, kind, is_offline) for is_offline in (1, 0)]
        return self.logic.all(self.has_limited_term(p), self.by_payment(p, *both))

    def is_unsuitable(self, p, kind):
        in_single = self.logic.all(p.trial, p.configuration == SINGLE)
        return self.logic.any(in_single, p.configuration == CHAIN) if kind == EMAIL else in_single

    def is_declined(self, p):
        no = self.logic.no
        return self.logic.all(p.consent == DECLINED, no(p.trial), no(self.is_mandatory(p)))

    def reasons(self, p, kind):
        """Reasons against a kind that is on, in the order of a decision."""
        logic = self.logic
        is_ar = kind == AR
        return [
            ("not-required", logic.all(p.trial, p.required != ON)),
            ("unsuitable-configuration", self.is_unsuitable(p, kind)),
            ("term-missing", logic.no(p.has_term)),
            ("term-zero", logic.all(p.has_term, p.days == 0)),
            ("term-below-minimum", self.is_short(p, kind)),
            ("consent-declined", self.is_declined(p) if is_ar else False),
            ("consent-unavailable", p.consent == UNAVAILABLE if is_ar else False),
        ]

    def is_rejected(self, p, kind):
        return self.logic.any(self.switch(p, kind) != ON, *(holds for _, holds in self.reasons(p, kind)))

    def can(self, p, kind):
        return self.logic.no(self.is_rejected(p, kind))

    def kind_of_trial(self, p):
        return self.logic.choose(self.can(p, AR), AR_TRIAL, NONE)

    def kind_of_sale(self, p):
        choose = self.logic.choose
        return choose(self.can(p, AR), AR, choose(self.can(p, PMR), PMR, choose(self.can(p, EMAIL), EMAIL, NONE)))

    def kind(self, p):
        choose = self.logic.choose
        return choose(self.is_undecided(p), NONE, choose(p.trial, self.kind_of_trial(p), self.kind_of_sale(p)))

    def is_assumed(self, p):
        known = self.by_payment(p, p.pmr_known[1], p.pmr_known[0])
        return self.logic.all(self.kind(p) == PMR, self.logic.no(known))

    def applies(self, p, kind):
        """True if the rules about terms concern a kind."""
        logic = self.logic
        is_on = self.switch(p, kind) == ON
        if kind == EMAIL:
            is_on = logic.all(is_on, p.configuration != CHAIN)
        return logic.any(p.trial, is_on) if kind == AR else logic.all(logic.no(p.trial), is_on)

    def short_terms(self, p):
        """The rules `term-below-minimum`: kind, severity, payment method of the minimum, condition."""
        logic = self.logic
        is_set = p.payment != ANY_PAYMENT
        limited = self.has_limited_term(p)
        ar = logic.all(limited, self.applies(p, AR), self.is_below(p, AR, 0))
        rules = [("ar", "error", None, ar)]
        for kind in (PMR, EMAIL):
            online, offline = self.is_below(p, kind, 0), self.is_below(p, kind, 1)
            minimum = p.pmr_min if kind == PMR else p.email_min
            is_smaller = minimum[1] < minimum[0]
            both = logic.all(online, offline)
            concerned = logic.all(limited, self.applies(p, kind))
            for name, payment, below, other, is_named in [
                ("online", ONLINE, online, offline, logic.no(is_smaller)),
                ("offline", OFFLINE, offline, online, is_smaller),
            ]:
                error = logic.any(
                    logic.all(p.payment == payment, below), logic.all(logic.no(is_set), both, is_named)
                )
                warning = logic.all(logic.no(is_set), below, logic.no(other))
                rules.append((KINDS[kind], "error", name, logic.all(concerned, error)))
                rules.append((KINDS[kind], "warning", name, logic.all(concerned, warning)))
        return rules

    def needs(self, p):
        """The minimums that `not-checked` asks for: option, condition."""
        logic = self.logic
        concerned = self.applies(p, PMR)
        is_wanted = [logic.any(p.payment == ANY_PAYMENT, p.payment == payment) for payment in (ONLINE, OFFLINE)]
        names = ["limits.pmrOnlineMinDays", "limits.pmrOfflineMinDays"]
        return [(names[nth], logic.all(concerned, is_wanted[nth], logic.no(p.pmr_known[nth]))) for nth in (0, 1)]

    def rules(self, p):
        """The other rules: code, severity, condition."""
        logic = self.logic
        configured, trial, sale = self.is_configured(p), p.trial, logic.no(p.trial)
        of_trial = logic.all(configured, trial)
        single, not_single = p.configuration == SINGLE, p.configuration != SINGLE
        any_on = logic.any(p.enable == ON, p.pmr == ON, p.email == ON)
        return [
            ("term-missing", "error", logic.all(configured, logic.no(p.has_term))),
            ("term-zero", "error", logic.all(configured, p.has_term, p.days == 0)),
            ("no-kind-enabled", "warning", logic.all(configured, sale, logic.no(any_on))),
            ("ar-required-in-single", "error", logic.all(single, p.required != ABSENT)),
            ("ar-required-without-ar", "warning", logic.all(sale, not_single, p.required == ON, p.enable != ON)),
            ("email-in-chain", "error", logic.all(p.configuration == CHAIN, sale, p.email == ON)),
            ("trial-in-single", "error", logic.all(trial, single)),
            ("trial-ar-not-enabled", "error", logic.all(of_trial, p.enable != ON)),
            ("trial-ar-not-required", "error", logic.all(of_trial, not_single, p.required != ON)),
            ("trial-kind-ignored:renew_pmr", "warning", logic.all(of_trial, p.pmr == ON)),
            ("trial-kind-ignored:renew_email", "warning", logic.all(of_trial, p.email == ON)),
        ]

    def has_error(self, p):
        """True if a rule of the model reports an error."""
        errors = [holds for _, severity, holds in self.rules(p) if severity == "error"]
        errors += [holds for _, severity, _, holds in self.short_terms(p) if severity == "error"]
        return self.logic.any(*errors)

    def offers_auto_renewal(self, p):
        """True if the fixes of `trial-ar-not-enabled` and `trial-ar-not-required` are offered."""
        return self.logic.all(self.is_configured(p), p.trial, p.free, p.configuration != SINGLE)

    def fixed(self, p):
        """The purchase after all fixes."""
        choose = self.logic.choose
        is_offered = self.offers_auto_renewal(p)
        required = choose(p.configuration == SINGLE, ABSENT, choose(is_offered, ON, p.required))
        return p._replace(enable=choose(is_offered, ON, p.enable), required=required)
