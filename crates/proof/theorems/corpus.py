"""Checks that the corpus has a witness of each theorem: a case whose expected result differs from that of the mutant
which breaks the theorem. The model itself gives the expected result of each case that it can describe.
"""

import json
import re
import sys
from pathlib import Path

import z3

from model import CONFIGURATIONS, KINDS, PAYMENTS, Model, Numbers, Purchase
from prove import THEOREMS, Symbols
from results import decision, diagnostics, kind_after_fixes

ROOT = Path(__file__).parents[3]
LIMITS = json.loads((ROOT / "wasm/config.schema.json").read_text())["properties"]["limits"]["properties"]
CONSENTS = ["given", "declined", "unavailable"]
# Shortest days of terms in months.
MONTHS = {1: 28, 2: 59, 3: 89, 12: 365}
NOTHING = Purchase(0, False, False, 0, 0, 0, 0, False, 0, 0, (0, 0), (False, False), (0, 0), 0, 0)
CODES = {code.partition(":")[0] for code, *_ in Model(Numbers).rules(NOTHING)} | {"term-below-minimum", "not-checked"}

# Codes about values that the library does not read.
MALFORMED = {"type-mismatch", "unknown-field", "duplicate-key", "id-range", "price-format"}


def switch(settings, name):
    value = settings.get(name)
    if value not in (None, False, True):
        raise ValueError(name)
    return [None, False, True].index(value)


def days_of(product):
    if "licence_term" not in product:
        return None
    count, unit = re.fullmatch(r"P(\d+)([DM])", product["licence_term"]).groups()
    return int(count) if unit == "D" or int(count) == 0 else MONTHS[int(count)]


def configuration_of(product):
    if "renew_settings" not in product:
        return "unset"
    chain, own = product["renew_settings"]["product_id_for_renew"], product.get("id")
    distinct = chain[:-1]
    if len(chain) < 2 or chain[-1] != chain[-2] or len(set(distinct)) < len(distinct):
        return "none"
    if own in chain:
        return "single" if distinct == [own] else "none"
    return "pair" if len(distinct) == 1 else "chain"


def purchase_of(product, options):
    """Returns the purchase of a product. Fails if the model cannot describe it."""
    prices = [float(variant["price"]["common"]["price"]) for variant in product.get("variants", [])]
    is_free = prices != [] and not any(prices)
    settings = product.get("renew_settings", {})
    renew_ar = settings.get("renew_ar", {})
    limits = {name: limit.get("default") for name, limit in LIMITS.items()} | options.get("limits", {})
    pmr = [limits["pmrOnlineMinDays"], limits["pmrOfflineMinDays"]]
    days = days_of(product)
    trial = options.get("trial")
    return Purchase(
        CONFIGURATIONS.index(configuration_of(product)), is_free if trial is None else trial, is_free and trial is True,
        switch(renew_ar, "enable"), switch(renew_ar, "required"), switch(settings, "renew_pmr"),
        switch(settings, "renew_email"), days is not None, days or 0, limits["arMinDays"],
        (limits["emailOnlineMinDays"], limits["emailOfflineMinDays"]), tuple(days is not None for days in pmr),
        tuple(days or 0 for days in pmr), PAYMENTS.index(options.get("payment", "-")),
        CONSENTS.index(options.get("consent", "given")),
    )


def line_of(found):
    params = found["params"]
    names = [params[name] for name in ("kind", "payment", "field") if name in params]
    names += params.get("needs", [])
    return ":".join([found["code"], found["severity"], *names, *["fix"] * ("fix" in found)])


def decision_of(expected):
    reason = [expected["reason"]] if "reason" in expected else []
    each = ["+".join(kind["reasons"]) or kind["outcome"] for kind in expected["considered"]]
    return " ".join([expected.get("kind", "none"), *reason, *each, *expected["assumed"]])


def after_fixes(model, p):
    return kind_after_fixes(model, p, diagnostics(model, p))


def cases():
    """Yields for each case that the model can describe: its id, the purchase, the expected result, and the function that
    computes this result from a model."""
    for path in sorted((ROOT / "corpus/cases").glob("*.jsonl")):
        for case in map(json.loads, path.read_text().splitlines()):
            options, expected = case["options"], case["expected"]
            if case["call"] not in ("check", "effectiveKind", "fix") or options.keys() - {"trial", "payment", "consent", "limits"}:
                continue
            try:
                product = json.loads(case["input"])
                p = purchase_of(product, options)
                if case["call"] == "effectiveKind" and expected.get("reason") != "malformed":
                    yield case["id"], p, decision_of(expected), decision
                elif case["call"] == "check" and not MALFORMED & {found["code"] for found in expected["diagnostics"]}:
                    lines = [line_of(found) for found in expected["diagnostics"] if found["code"] in CODES]
                    yield case["id"], p, " ".join(sorted(lines)), diagnostics
                elif case["call"] == "fix" and after_fixes(Model(Numbers), p):
                    fixed = Model(Numbers).kind(purchase_of(json.loads(expected["text"]), options))
                    yield case["id"], p, KINDS[fixed], after_fixes
            except (AttributeError, KeyError, TypeError, ValueError):
                # The product is malformed, or has a term without known days.
                continue


def symbolic(value):
    if isinstance(value, tuple):
        return tuple(map(symbolic, value))
    return z3.BoolVal(value) if isinstance(value, bool) else z3.IntVal(value)


# Decisions first, because most theorems are about them.
described = sorted(cases(), key=lambda case: case[3] is not decision)
failures = 0
for id, p, expected, result in described:
    found = result(Model(Numbers), p)
    if found != expected:
        failures += 1
        print(f"{id}\n  corpus: {expected}\n  model:  {found}")
symbols = [(id, Purchase(*map(symbolic, p)), expected, result) for id, p, expected, result in described]
for text, _, mutant in THEOREMS:
    broken = type("Mutant", (Model,), mutant)(Symbols)
    witness = next((id for id, p, expected, result in symbols if result(broken, p) != expected), None)
    failures += witness is None
    print(f"{witness or 'NO WITNESS':13} {text}")
print(f"{len(described)} cases of the corpus, {len(THEOREMS)} theorems, {failures} failures")
sys.exit(failures > 0 or not described)
