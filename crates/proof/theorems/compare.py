"""Compares the model with the library: reads the rows of `decision-table` from standard input."""

import sys

from model import CONFIGURATIONS, DECLINED, GIVEN, PAYMENTS, UNAVAILABLE, Model, Numbers, Purchase
from results import decision, diagnostics, kind_after_fixes

model = Model(Numbers)


def purchase(values):
    configuration, trial, free, switches, days, ar, email, email_offline, pmr, pmr_offline, payment = values.split(" ")
    number = lambda text: 0 if text == "-" else int(text)
    return Purchase(
        CONFIGURATIONS.index(configuration), trial == "1", free == "1", *map(int, switches),
        days != "-", number(days), int(ar), (int(email), int(email_offline)),
        (pmr != "-", pmr_offline != "-"), (number(pmr), number(pmr_offline)), PAYMENTS.index(payment), GIVEN,
    )


rows = differences = 0
for line in sys.stdin:
    values, *found = line.removesuffix("\n").split("\t")
    p = purchase(values)
    lines = diagnostics(model, p)
    decisions = [decision(model, p._replace(consent=each)) for each in (GIVEN, DECLINED, UNAVAILABLE)]
    expected = [lines, *decisions, kind_after_fixes(model, p, lines)]
    rows += 1
    if found != expected:
        differences += 1
        if differences <= 10:
            print(f"{values}\n  library: {found}\n  model:   {expected}")
print(f"{rows} rows, {3 * rows} decisions, {differences} differences")
sys.exit(differences > 0 or rows == 0)
