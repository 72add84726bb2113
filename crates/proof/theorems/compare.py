"""Compares the model with the library: reads the rows of `decision-table` from standard input."""

import sys

from model import (
    AR, AR_TRIAL, CONFIGURATIONS, DECLINED, EMAIL, GIVEN, KINDS, NONE, OFFLINE, PAYMENTS, PMR, UNAVAILABLE,
    Model, Numbers, Purchase,
)

model = Model(Numbers)


def purchase(values):
    configuration, trial, free, switches, days, ar, email, email_offline, pmr, pmr_offline, payment = values.split(" ")
    number = lambda text: 0 if text == "-" else int(text)
    return Purchase(
        CONFIGURATIONS.index(configuration), trial == "1", free == "1", *map(int, switches),
        days != "-", number(days), int(ar), (int(email), int(email_offline)),
        (pmr != "-", pmr_offline != "-"), (number(pmr), number(pmr_offline)), PAYMENTS.index(payment), GIVEN,
    )


def diagnostics(p):
    fixable = {"ar-required-in-single"}
    if model.offers_auto_renewal(p):
        fixable |= {"trial-ar-not-enabled", "trial-ar-not-required"}
    lines = []
    for code, severity, holds in model.rules(p):
        name, _, field = code.partition(":")
        if holds:
            lines.append(":".join(filter(None, [name, severity, field, "fix" if name in fixable else ""])))
    for kind, severity, payment, holds in model.short_terms(p):
        if holds:
            lines.append(":".join(filter(None, ["term-below-minimum", severity, kind, payment])))
    needs = [name for name, holds in model.needs(p) if holds]
    if needs:
        lines.append(":".join(["not-checked", "info", *needs]))
    return " ".join(sorted(lines))


def decision(p):
    kind = model.kind(p)
    words = [KINDS[kind]]
    if model.is_undecided(p):
        return " ".join(words + ["not-configured" if p.configuration == 0 else "invalid-chain"])
    for nth, each in enumerate((AR, PMR, EMAIL)):
        if p.trial and each != AR:
            words.append("not-considered")
        elif kind in ((AR, AR_TRIAL), (PMR,), (EMAIL,))[nth]:
            words.append("applied")
        elif kind != NONE and kind < each:
            words.append("not-reached")
        elif model.switch(p, each) != 2:
            words.append("disabled")
        else:
            words.append("+".join(name for name, holds in model.reasons(p, each) if holds))
    if model.is_assumed(p):
        words.append("limits.pmrOfflineMinDays" if p.payment == OFFLINE else "limits.pmrOnlineMinDays")
    return " ".join(words)


def kind_after_fixes(p, diagnostics):
    has_fix = any(line.endswith(":fix") for line in diagnostics.split(" "))
    return KINDS[model.kind(model.fixed(p))] if has_fix and not model.is_undecided(p) else ""


rows = differences = 0
for line in sys.stdin:
    values, *found = line.removesuffix("\n").split("\t")
    p = purchase(values)
    lines = diagnostics(p)
    decisions = [decision(p._replace(consent=each)) for each in (GIVEN, DECLINED, UNAVAILABLE)]
    expected = [lines, *decisions, kind_after_fixes(p, lines)]
    rows += 1
    if found != expected:
        differences += 1
        if differences <= 10:
            print(f"{values}\n  library: {found}\n  model:   {expected}")
print(f"{rows} rows, {3 * rows} decisions, {differences} differences")
sys.exit(differences > 0 or rows == 0)
