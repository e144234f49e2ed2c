// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/compare/modeldiff.h"
#include "tests/engine/compare/sketch.h"

#include <QTest>

using namespace weightless;
using namespace weightless::test;

// What is told of two models as a whole.
class TestModelFacts : public QObject {
    Q_OBJECT

private slots:
    // Programs go by both; who made the model and what is written about it change nothing.
    void metadataAndVersionsCount()
    {
        Model before = sketch(), after = sketch();
        before.irVersion = 8;
        before.metadata = {{"names", "{0: 'cat'}"}, {"stride", ""}, {"task", "detect"}};
        after = before;
        after.producer = "another";
        after.documentation = "other words";
        QVERIFY(diffModels(before, after).isEqual());
        after.irVersion = 9;
        after.metadata = {{"names", "{0: 'dog'}"}, {"size", "640\n"}, {"task", "detect"}};
        QCOMPARE(diffModels(before, after).facts,
            (std::vector<FactDifference> {"IR version: 8 → 9", "metadata names: '{0: 'cat'}' → '{0: 'dog'}'",
                "metadata size: none → '640\\u{a}'", "metadata stride: '' → none"}));
    }

    // A list of a thousand classes is told in part, and that the others differ too.
    void longMetadataIsElided()
    {
        Model before = sketch(), after = sketch();
        const std::string many(5000, 'a');
        before.metadata = {{"names", many}};
        after.metadata = {{"names", "b" + many}};
        const std::string fact = diffModels(before, after).facts.at(0);
        QVERIFY2(fact.size() < 250 && fact.find("→ 'baaa") != std::string::npos, fact.c_str());
        after.metadata["names"] = many;
        after.metadata["names"][2500] = 'b';
        const std::string inside = diffModels(before, after).facts.at(0);
        QVERIFY2(inside.ends_with("→ another value, from byte 2501 on"), inside.c_str());
    }
};

QTEST_APPLESS_MAIN(TestModelFacts)
#include "tst_modelfacts.moc"
