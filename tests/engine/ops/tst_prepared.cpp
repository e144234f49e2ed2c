// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/dataflow.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/ops/learningrun.h"

#include <QTest>

using namespace weightless;
using namespace weightless::ops;
using namespace weightless::ops::learning;

namespace {

// Trees of one split at zero, x[0] <= 0 ? -2 : 3 and x[1] <= 0 ? 5 : -7.
Attributes stumps(const std::string& aggregate)
{
    return attributesOf(
        {{"nodes_treeids", Ints {0, 0, 0, 1, 1, 1}}, {"nodes_nodeids", Ints {0, 1, 2, 0, 1, 2}},
            {"nodes_truenodeids", Ints {1, 0, 0, 1, 0, 0}}, {"nodes_falsenodeids", Ints {2, 0, 0, 2, 0, 0}},
            {"nodes_featureids", Ints {0, 0, 0, 1, 0, 0}}, {"nodes_values", Floats {0, 0, 0, 0, 0, 0}},
            {"nodes_modes", Strings {"BRANCH_LEQ", "LEAF", "LEAF", "BRANCH_LEQ", "LEAF", "LEAF"}},
            {"target_treeids", Ints {0, 0, 1, 1}}, {"target_nodeids", Ints {1, 2, 1, 2}},
            {"target_ids", Ints {0, 0, 0, 0}}, {"target_weights", Floats {-2, 3, 5, -7}},
            {"aggregate_function", aggregate}});
}

std::vector<HostValue> runKept(Prepared& kept, std::string_view opType, const HostValue& input,
    const Attributes& attributes, std::string_view domain = "ai.onnx.ml")
{
    const HostOperator* op = hostRegistry().find(domain, opType, 20);
    if (op == nullptr) {
        throw Error(ErrorKind::Internal, "there is no " + std::string(opType));
    }
    const HostValue* const inputs[] {&input};
    return op->run({attributes, 20, inputs, op->op.maxOutputs, {}, nullptr, &kept});
}

} // namespace

// What operators of the CPU read off their attributes once.
class TestPrepared : public QObject {
    Q_OBJECT

private slots:
    void isMadeOnce()
    {
        Prepared prepared;
        int made = 0;
        const auto make = [&] { return std::to_string(++made); };
        const auto first = prepared.get(make);
        QCOMPARE(*first, std::string("1"));
        QCOMPARE(prepared.get(make).get(), first.get());
        QCOMPARE(made, 1);
    }

    void failuresLeaveNothing()
    {
        Prepared prepared;
        const auto fail = []() -> int { throw Error(ErrorKind::InvalidArgument, "no trees"); };
        EXPECT_ERROR((void)prepared.get(fail), ErrorKind::InvalidArgument, "no trees");
        EXPECT_ERROR((void)prepared.get(fail), ErrorKind::InvalidArgument, "no trees");
        QCOMPARE(*prepared.get([] { return 7; }), 7);
    }

    // Whoever copies a node may change its attributes.
    void copiesOfNodesBeginWithout()
    {
        plan::DataflowNode node;
        QCOMPARE(*node.prepared.get([] { return 1; }), 1);
        const plan::DataflowNode copy = node;
        QCOMPARE(*copy.prepared.get([] { return 2; }), 2);
        QCOMPARE(*node.prepared.get([] { return 3; }), 1);
        node = copy;
        QCOMPARE(*node.prepared.get([] { return 4; }), 4);
    }

    // The second run is not given the lists at all.
    void operatorsReadTheirListsOnce()
    {
        const HostValue x = floats({1, 2}, {1, -1});
        Prepared trees;
        QCOMPARE(numbers(runKept(trees, "TreeEnsembleRegressor", x, stumps("SUM"))[0]), Floats {8});
        QCOMPARE(numbers(runKept(trees, "TreeEnsembleRegressor", x, {})[0]), Floats {8});
        // It still looks at what it is given.
        EXPECT_ERROR((void)runKept(trees, "TreeEnsembleRegressor", floats({2, 1}, {1, 2}), {}),
            ErrorKind::InvalidArgument, "the trees ask for feature 1 of 1");

        Prepared labels;
        const Attributes words =
            attributesOf({{"keys_strings", Strings {"a", "b"}}, {"values_floats", Floats {4, 5}}});
        QCOMPARE(numbers(runKept(labels, "LabelEncoder", strings({"b", "a"}), words)[0]), (Floats {5, 4}));
        QCOMPARE(numbers(runKept(labels, "LabelEncoder", strings({"a"}), {})[0]), Floats {4});
        EXPECT_ERROR((void)runKept(labels, "LabelEncoder", x, {}), ErrorKind::InvalidArgument,
            "input 0 is float32[1, 2], expected string");

        Prepared grams;
        const Attributes pool = attributesOf(
            {{"ngram_counts", Ints {0}}, {"ngram_indexes", Ints {1, 0}}, {"pool_strings", Strings {"x", "y"}},
                {"mode", std::string("TFIDF")}, {"weights", Floats {2, 3}}});
        const HostValue text = strings({"y", "x", "y", "z"});
        QCOMPARE(numbers(runKept(grams, "TfIdfVectorizer", text, pool, "")[0]), (Floats {6, 2}));
        QCOMPARE(numbers(runKept(grams, "TfIdfVectorizer", text, {}, "")[0]), (Floats {6, 2}));

        Prepared vectors;
        const Attributes machine =
            attributesOf({{"kernel_type", std::string("LINEAR")}, {"coefficients", Floats {2, 3}},
                {"support_vectors", Floats {1, 0, 0, 1}}, {"rho", Floats {1}}, {"n_supports", int64_t {2}}});
        QCOMPARE(numbers(runKept(vectors, "SVMRegressor", x, machine)[0]), Floats {0});
        QCOMPARE(numbers(runKept(vectors, "SVMRegressor", x, {})[0]), Floats {0});
        EXPECT_ERROR((void)runKept(vectors, "SVMRegressor", floats({1, 1}, {1}), {}),
            ErrorKind::InvalidArgument, "there are 4 elements of support vectors, expected 2");
    }

    // More rows than go through a tree together.
    void manyRowsThroughTrees()
    {
        constexpr int64_t rows = 201;
        std::vector<double> x;
        for (int64_t row = 0; row < rows; ++row) {
            x.insert(x.end(), {row % 2 == 0 ? 1.0 : -1.0, row % 3 == 0 ? 1.0 : -1.0});
        }
        for (const std::string aggregate : {"SUM", "AVERAGE", "MIN", "MAX"}) {
            Floats expected;
            for (int64_t row = 0; row < rows; ++row) {
                const float a = row % 2 == 0 ? 3 : -2;
                const float b = row % 3 == 0 ? -7 : 5;
                expected.push_back(aggregate == "SUM" ? a + b
                        : aggregate == "AVERAGE"      ? (a + b) / 2
                        : aggregate == "MIN"          ? std::min(a, b)
                                                      : std::max(a, b));
            }
            QCOMPARE(numbers(run("TreeEnsembleRegressor", {floats({rows, 2}, x)}, stumps(aggregate))[0]),
                expected);
        }
    }
};

QTEST_GUILESS_MAIN(TestPrepared)
#include "tst_prepared.moc"
