"""Results of a model for a purchase, as `decision-table` prints those of the library."""

from model import AR, AR_TRIAL, EMAIL, KINDS, NONE, OFFLINE, ON, PMR, UNSET


def diagnostics(model, p):
    holds = model.logic.holds
    fixable = {"ar-required-in-single"}
    if holds(model.offers_auto_renewal(p)):
        fixable |= {"trial-ar-not-enabled", "trial-ar-not-required"}
    lines = []
    for code, severity, condition in model.rules(p):
        name, _, field = code.partition(":")
        if holds(condition):
            lines.append(":".join(filter(None, [name, severity, field, "fix" if name in fixable else ""])))
    for kind, severity, payment, condition in model.short_terms(p):
        if holds(condition):
            lines.append(":".join(filter(None, ["term-below-minimum", severity, kind, payment])))
    needs = [name for name, condition in model.needs(p) if holds(condition)]
    if needs:
        lines.append(":".join(["not-checked", "info", *needs]))
    return " ".join(sorted(lines))


def decision(model, p):
    holds, kind = model.logic.holds, model.logic.value(model.kind(p))
    words = [KINDS[kind]]
    if holds(model.is_undecided(p)):
        return " ".join(words + ["not-configured" if holds(p.configuration == UNSET) else "invalid-chain"])
    for nth, each in enumerate((AR, PMR, EMAIL)):
        if holds(p.trial) and each != AR:
            words.append("not-considered")
        elif kind in ((AR, AR_TRIAL), (PMR,), (EMAIL,))[nth]:
            words.append("applied")
        elif kind != NONE and kind < each:
            words.append("not-reached")
        elif holds(model.switch(p, each) != ON):
            words.append("disabled")
        else:
            words.append("+".join(name for name, condition in model.reasons(p, each) if holds(condition)))
    if holds(model.is_assumed(p)):
        words.append("limits.pmrOfflineMinDays" if holds(p.payment == OFFLINE) else "limits.pmrOnlineMinDays")
    return " ".join(words)


def kind_after_fixes(model, p, diagnostics):
    has_fix = any(line.endswith(":fix") for line in diagnostics.split(" "))
    if not has_fix or model.logic.holds(model.is_undecided(p)):
        return ""
    return KINDS[model.logic.value(model.kind(model.fixed(p)))]
