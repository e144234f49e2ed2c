// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "tests/engine/plan/casesketch.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <limits>

using namespace weightless;
using weightless::ops::CaseList;
using weightless::ops::OperatorCase;
using weightless::testing::sketchOf;

namespace {

struct Mutation {
    std::string name;
    HostTensor value;
};

// What an operator may find instead of the value it expects: nothing, one element, more of them, extreme
// ones.
std::vector<Mutation> mutationsOf(const HostTensor& value)
{
    std::vector<Mutation> mutations;
    for (const Shape& shape : {Shape {0}, Shape {0, 0}, Shape {}, Shape {1}, Shape {7}, Shape {3, 2}}) {
        mutations.push_back({"shape " + toString(shape), makeHostTensor({value.descriptor.type, shape})});
    }
    if (isInteger(value.descriptor.type)) {
        for (const int64_t extreme :
            {std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max(), int64_t {-1},
                int64_t {0}, int64_t {1} << 31, int64_t {1} << 32, int64_t {1} << 62}) {
            HostTensor filled = value;
            for (size_t i = 0; i < static_cast<size_t>(elementCount(filled.descriptor.shape).value_or(0));
                 ++i) {
                setElement(filled, i, extreme);
            }
            mutations.push_back({"filled with " + std::to_string(extreme), std::move(filled)});
        }
    }
    return mutations;
}

} // namespace

// Every operator's rule, fold and lowering with known inputs that are not what it expects. Whatever comes, it
// is a plan or an error about the model: nothing is read that is not there (Internal).
class TestMutatedPlans : public QObject {
    Q_OBJECT

private slots:
    void knownInputs_data()
    {
        QTest::addColumn<QString>("opType");
        CaseList cases;
        ops::addAllCases(cases);
        for (OperatorCase& test : cases) {
            if (test.domain != "weightless") { // fusion makes those, of shapes that it has seen
                m_cases[test.domain + (test.domain.empty() ? "" : ".") + test.opType].push_back(
                    std::move(test));
            }
        }
        for (const auto& [opType, list] : m_cases) {
            QTest::newRow(opType.c_str()) << QString::fromStdString(opType);
        }
    }

    void knownInputs()
    {
        QFETCH(const QString, opType);
        constexpr size_t casesEach = 8;
        const CaseList& cases = m_cases[opType.toStdString()];
        for (size_t i = 0; i < cases.size(); i += 1 + cases.size() / casesEach) {
            for (size_t input = 0; input < cases[i].inputs.size(); ++input) {
                if (cases[i].inputs[input]) {
                    mutate(cases[i], input);
                }
            }
        }
    }

private:
    static void mutate(const OperatorCase& test, size_t input)
    {
        for (Mutation& mutation : mutationsOf(*test.inputs[input])) {
            OperatorCase mutated = test;
            mutated.inputs[input] = std::move(mutation.value);
            for (const bool everythingKnown : {false, true}) {
                try {
                    std::ignore = sketchOf(mutated, everythingKnown).planned();
                } catch (const Error& error) {
                    const std::string what = test.name + ", input " + std::to_string(input) + " "
                        + mutation.name + ": " + error.message();
                    QVERIFY2(
                        error.kind() == ErrorKind::InvalidArgument || error.kind() == ErrorKind::Unsupported,
                        what.c_str());
                }
            }
        }
    }

    std::map<std::string, CaseList> m_cases;
};

QTEST_GUILESS_MAIN(TestMutatedPlans)
#include "tst_mutatedplans.moc"
