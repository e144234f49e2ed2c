// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/expecterror.h"
#include "tests/engine/ops/learningrun.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace weightless;
using namespace weightless::ops;
using namespace weightless::ops::learning;

namespace {

// A stump per tree: x[feature] <= value ? left : right; nodes 0, 1 and 2 of each tree.
Attributes stumps(const Ints& features, const Floats& values)
{
    Ints trees;
    Ints nodes;
    Ints whenTrue;
    Ints whenFalse;
    Ints allFeatures;
    Floats allValues;
    Strings modes;
    for (size_t tree = 0; tree < features.size(); ++tree) {
        trees.insert(trees.end(), 3, static_cast<int64_t>(tree));
        nodes.insert(nodes.end(), {0, 1, 2});
        whenTrue.insert(whenTrue.end(), {1, 0, 0});
        whenFalse.insert(whenFalse.end(), {2, 0, 0});
        allFeatures.insert(allFeatures.end(), {features[tree], 0, 0});
        allValues.insert(allValues.end(), {values[tree], 0, 0});
        modes.insert(modes.end(), {"BRANCH_LEQ", "LEAF", "LEAF"});
    }
    return attributesOf({{"nodes_treeids", trees}, {"nodes_nodeids", nodes}, {"nodes_truenodeids", whenTrue},
        {"nodes_falsenodeids", whenFalse}, {"nodes_featureids", allFeatures}, {"nodes_values", allValues},
        {"nodes_modes", modes}});
}

// Weights of the leaves 1 and 2 of each tree, in order.
void setWeights(Attributes& attributes, const std::string& prefix, const Ints& targets, const Floats& weights)
{
    Ints trees;
    Ints nodes;
    for (size_t i = 0; i < weights.size(); ++i) {
        trees.push_back(static_cast<int64_t>(i / 2));
        nodes.push_back(static_cast<int64_t>(i % 2 + 1));
    }
    attributes.set(prefix + "_treeids", trees);
    attributes.set(prefix + "_nodeids", nodes);
    attributes.set(prefix + "_ids", targets);
    attributes.set(prefix + "_weights", weights);
}

} // namespace

// ai.onnx.ml: numbers worked out by hand from the operators' texts.
class TestLearning : public QObject {
    Q_OBJECT

private slots:
    void labelEncoder()
    {
        Attributes toNumbers = attributesOf({{"keys_strings", Strings {"a", "b", "c"}},
            {"values_int64s", Ints {10, 20, 30}}, {"default_int64", int64_t {42}}});
        QCOMPARE(toInt64Vector(*run("LabelEncoder", {strings({"b", "d", "a"})}, toNumbers)[0].tensor),
            (Ints {20, 42, 10}));
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const Attributes toText =
            attributesOf({{"keys_floats", Floats {1, nan}}, {"values_strings", Strings {"one", "none"}}});
        QCOMPARE(run("LabelEncoder", {floats({3}, {1, std::nan(""), 2})}, toText)[0].tensor->strings,
            (Strings {"one", "none", "_Unused"}));
        const Attributes tensors = attributesOf({{"keys_tensor", tensorAttribute(stringTensor({"x", "y"}))},
            {"values_tensor", tensorAttribute(tensorOf(DataType::Int16, {2}, {3, 4}))},
            {"default_tensor", tensorAttribute(tensorOf(DataType::Int16, {1}, {9}))}});
        const HostValue y = run("LabelEncoder", {strings({"y", "z"})}, tensors)[0];
        QVERIFY(y.tensor->descriptor.type == DataType::Int16);
        QCOMPARE(toInt64Vector(*y.tensor), (Ints {4, 9}));
        const Attributes repeated = attributesOf({{"keys_strings", Strings {"a", "b", "a"}},
            {"values_int64s", Ints {1, 2, 3}}}); // the first one counts
        QCOMPARE(
            toInt64Vector(*run("LabelEncoder", {strings({"a", "b"})}, repeated)[0].tensor), (Ints {1, 2}));
        const Attributes classes = attributesOf({{"classes_strings", Strings {"p", "q"}}});
        QCOMPARE(
            toInt64Vector(*run("LabelEncoder", {strings({"q", "r"})}, classes, 1)[0].tensor), (Ints {1, -1}));
        QCOMPARE(run("LabelEncoder", {integers({1, 5})}, classes, 1)[0].tensor->strings,
            (Strings {"q", "_Unused"}));
        EXPECT_ERROR(run("LabelEncoder", {floats({1}, {1})}, toNumbers), ErrorKind::InvalidArgument,
            "expected string");
        toNumbers.set("values_int64s", Ints {10});
        EXPECT_ERROR(run("LabelEncoder", {strings({"b"})}, toNumbers), ErrorKind::InvalidArgument,
            "3 keys and 1 values");
    }

    void categoryMapper()
    {
        const Attributes attributes = attributesOf({{"cats_strings", Strings {"cat", "dog"}},
            {"cats_int64s", Ints {7, 9}}, {"default_string", std::string("other")}});
        QCOMPARE(toInt64Vector(*run("CategoryMapper", {strings({"dog", "cow"})}, attributes)[0].tensor),
            (Ints {9, -1}));
        QCOMPARE(run("CategoryMapper", {integers({7, 8})}, attributes)[0].tensor->strings,
            (Strings {"cat", "other"}));
        const Attributes repeated = attributesOf({{"cats_strings", Strings {"cat", "dog", "cat"}},
            {"cats_int64s", Ints {7, 9, 11}}}); // the last one counts
        QCOMPARE(toInt64Vector(*run("CategoryMapper", {strings({"cat"})}, repeated)[0].tensor), (Ints {11}));
    }

    void extractsFeatures()
    {
        const HostValue x = floats({2, 3}, {1, 2, 3, 4, 5, 6});
        const HostValue y = run("ArrayFeatureExtractor", {x, integers({2, 0, 2})}, {})[0];
        QCOMPARE(y.tensor->descriptor.shape, (Shape {2, 3}));
        QCOMPARE(numbers(y), (Floats {3, 1, 3, 6, 4, 6}));
        const HostValue text = run("ArrayFeatureExtractor", {strings({"a", "b"}), integers({1})}, {})[0];
        QCOMPARE(text.tensor->descriptor.shape, (Shape {1, 1}));
        QCOMPARE(text.tensor->strings, Strings {"b"});
        EXPECT_ERROR(run("ArrayFeatureExtractor", {x, integers({3})}, {}), ErrorKind::InvalidArgument,
            "place 3 is outside");
        EXPECT_ERROR(
            run("ArrayFeatureExtractor", {x, integers({-1})}, {}), ErrorKind::InvalidArgument, "place -1");
    }

    void vectorizesFeatures()
    {
        const HostValue x = floats({2, 2}, {1, 2, 3, 4});
        const HostValue n = makeHostValue(tensorOf(DataType::Int64, {2, 1}, {7, 8}));
        const Attributes attributes = attributesOf({{"inputdimensions", Ints {3, 1}}});
        const HostValue y = run("FeatureVectorizer", {x, n}, attributes)[0];
        QCOMPARE(y.tensor->descriptor.shape, (Shape {2, 4}));
        QCOMPARE(numbers(y), (Floats {1, 2, 0, 7, 3, 4, 0, 8}));
        EXPECT_ERROR(run("FeatureVectorizer", {x, floats({3, 1}, {1, 2, 3})}, attributes),
            ErrorKind::InvalidArgument, "expected 2 rows");
    }

    void oneHot()
    {
        Attributes attributes =
            attributesOf({{"cats_strings", Strings {"a", "b"}}, {"cats_int64s", Ints {4, 5, 6}}});
        HostValue y = run("OneHotEncoder", {strings({"b", "c"})}, attributes)[0];
        QCOMPARE(y.tensor->descriptor.shape, (Shape {2, 2}));
        QCOMPARE(numbers(y), (Floats {0, 1, 0, 0}));
        y = run("OneHotEncoder", {floats({1, 2}, {6, 4})}, attributes)[0];
        QCOMPARE(y.tensor->descriptor.shape, (Shape {1, 2, 3}));
        QCOMPARE(numbers(y), (Floats {0, 0, 1, 1, 0, 0}));
        attributes.set("zeros", int64_t {0});
        EXPECT_ERROR(
            run("OneHotEncoder", {strings({"c"})}, attributes), ErrorKind::InvalidArgument, "none of the 2");
    }

    void scales()
    {
        const HostValue x = floats({2, 2}, {1, -2, 3, 4});
        QCOMPARE(
            numbers(run("Binarizer", {x}, attributesOf({{"threshold", 1.0f}}))[0]), (Floats {0, 0, 1, 1}));
        QCOMPARE(
            numbers(run("Scaler", {x}, attributesOf({{"offset", Floats {1, 2}}, {"scale", Floats {2}}}))[0]),
            (Floats {0, -8, 4, 4}));
        EXPECT_ERROR(run("Scaler", {x}, attributesOf({{"offset", Floats {1, 2, 3}}})),
            ErrorKind::InvalidArgument, "3 offsets, expected one or 2");
        const auto normalized = [&](const std::string& norm) {
            return numbers(
                run("Normalizer", {floats({2, 2}, {3, 4, 0, 0})}, attributesOf({{"norm", norm}}))[0]);
        };
        QCOMPARE(normalized("MAX"), (Floats {0.75f, 1, 0, 0}));
        QCOMPARE(normalized("L1"), (Floats {3.0f / 7, 4.0f / 7, 0, 0}));
        QCOMPARE(normalized("L2"), (Floats {0.6f, 0.8f, 0, 0}));
        const float nan = std::numeric_limits<float>::quiet_NaN();
        QCOMPARE(
            numbers(run("Imputer", {floats({2, 2}, {1, std::nan(""), std::nan(""), 4})},
                attributesOf({{"imputed_value_floats", Floats {8, 9}}, {"replaced_value_float", nan}}))[0]),
            (Floats {1, 9, 8, 4}));
        QCOMPARE(
            toInt64Vector(*run("Imputer", {integers({-1, 5})},
                attributesOf({{"imputed_value_int64s", Ints {3}}, {"replaced_value_int64", int64_t {-1}}}))[0]
                               .tensor),
            (Ints {3, 5}));
    }

    void linear()
    {
        const HostValue x = floats({2, 2}, {1, 2, 3, -1});
        Attributes attributes = attributesOf({{"coefficients", Floats {1, 0, 0, 1, 1, 1}},
            {"intercepts", Floats {0, 0, -2}}, {"classlabels_strings", Strings {"a", "b", "c"}},
            {"post_transform", std::string("SOFTMAX")}});
        const auto y = run("LinearClassifier", {x}, attributes);
        QCOMPARE(y[0].tensor->strings, (Strings {"b", "a"})); // sums 1, 2, 1 and 3, -1, 0
        QCOMPARE(y[1].tensor->descriptor.shape, (Shape {2, 3}));
        const double sum = 2 * std::exp(1.0) + std::exp(2.0);
        QVERIFY(std::fabs(static_cast<double>(numbers(y[1])[1]) - std::exp(2.0) / sum) < 1e-6);
        const Attributes binary =
            attributesOf({{"coefficients", Floats {1, -1}}, {"intercepts", Floats {0.5f}},
                {"classlabels_ints", Ints {5, 6}}, {"post_transform", std::string("LOGISTIC")}});
        const auto z = run("LinearClassifier", {x}, binary);
        QCOMPARE(toInt64Vector(*z[0].tensor), (Ints {5, 6})); // -0.5 and 4.5
        QVERIFY(std::fabs(static_cast<double>(numbers(z[1])[3]) - 1 / (1 + std::exp(-4.5))) < 1e-6);
        QCOMPARE(numbers(run("LinearRegressor", {x},
                     attributesOf({{"coefficients", Floats {1, 2, 3, 4}}, {"intercepts", Floats {10, 20}},
                         {"targets", int64_t {2}}}))[0]),
            (Floats {15, 31, 11, 25}));
        attributes.set("post_transform", std::string("NOTHING"));
        EXPECT_ERROR(run("LinearClassifier", {x}, attributes), ErrorKind::InvalidArgument,
            "post_transform is 'NOTHING'");
    }

    void supportVectors()
    {
        const HostValue x = floats({2, 2}, {1, 2, 0, 1});
        Attributes attributes = attributesOf({{"coefficients", Floats {2, -1}},
            {"kernel_type", std::string("POLY")}, {"kernel_params", Floats {0.5f, 1, 2}},
            {"n_supports", int64_t {2}}, {"rho", Floats {3}}, {"support_vectors", Floats {1, 1, 2, 0}}});
        // (0.5 x·v + 1)^2: 6.25 and 4 for the first row, 2.25 and 1 for the second.
        QCOMPARE(numbers(run("SVMRegressor", {x}, attributes)[0]), (Floats {11.5f, 6.5f}));
        attributes.set("one_class", int64_t {1});
        QCOMPARE(numbers(run("SVMRegressor", {x}, attributes)[0]), (Floats {1, 1}));
        // Three classes with a vector each on a line; the linear kernel of one feature is a product.
        const Attributes classes = attributesOf(
            {{"classlabels_ints", Ints {1, 2, 3}}, {"coefficients", Floats {-1, 1, 1, -1, -1, 1}},
                {"kernel_type", std::string("LINEAR")}, {"vectors_per_class", Ints {1, 1, 1}},
                {"support_vectors", Floats {1, 2, 3}}, {"rho", Floats {0, 0, 0}}});
        const auto y = run("SVMClassifier", {floats({2, 1}, {1, -1})}, classes);
        // Pairs (1, 2): -1·1 + 1·2, (1, 3): -1·1 + 1·3, (2, 3): -1·2 + 1·3 times x.
        QCOMPARE(numbers(y[1]), (Floats {1, 2, 1, -1, -2, -1}));
        QCOMPARE(toInt64Vector(*y[0].tensor), (Ints {1, 3}));
        Attributes probable = classes;
        probable.set("prob_a", Floats {-1, -1, -1});
        probable.set("prob_b", Floats {0, 0, 0});
        const Floats shares = numbers(run("SVMClassifier", {floats({1, 1}, {2})}, probable)[1]);
        QVERIFY(std::fabs(shares[0] + shares[1] + shares[2] - 1) < 1e-4f && shares[0] > shares[1]
            && shares[1] > shares[2]);
        probable.set("rho", Floats {0});
        EXPECT_ERROR(run("SVMClassifier", {x}, probable), ErrorKind::InvalidArgument, "expected");
    }

    // The class with most votes wins, also where another one is the most probable.
    void supportVectorsVote()
    {
        Attributes attributes = attributesOf({{"classlabels_ints", Ints {1, 2, 3}},
            {"coefficients", Floats {-1, 1, 1, -1, -1, 1}}, {"kernel_type", std::string("LINEAR")},
            {"vectors_per_class", Ints {1, 1, 1}}, {"support_vectors", Floats {1, 2, 3}},
            {"rho", Floats {0, 0, 0}}, {"prob_a", Floats {1, 1, 1}}, {"prob_b", Floats {0, 0, 0}}});
        const auto y = run("SVMClassifier", {floats({1, 1}, {2})}, attributes);
        const Floats shares = numbers(y[1]);
        QVERIFY(shares[2] > shares[0] && shares[2] > shares[1]);
        QCOMPARE(toInt64Vector(*y[0].tensor), Ints {1});
    }

    // The score of two classes, which are the second's share and the first's vote: ONNX's reference.
    void supportVectorsOfTwoClasses_data()
    {
        QTest::addColumn<QString>("transform");
        QTest::addColumn<double>("first");
        QTest::newRow("as it is") << "NONE" << -2.0;
        QTest::newRow("logistic") << "LOGISTIC" << 1 / (1 + std::exp(2.0));
        QTest::newRow("softmax") << "SOFTMAX" << 1 / (1 + std::exp(4.0));
        QTest::newRow("softmax of what is not 0") << "SOFTMAX_ZERO" << 1 / (1 + std::exp(4.0));
    }

    void supportVectorsOfTwoClasses()
    {
        QFETCH(const QString, transform);
        QFETCH(const double, first);
        const Attributes attributes = attributesOf({{"classlabels_ints", Ints {5, 6}},
            {"coefficients", Floats {-1, 1}}, {"kernel_type", std::string("LINEAR")},
            {"vectors_per_class", Ints {1, 1}}, {"support_vectors", Floats {1, 2}}, {"rho", Floats {0}},
            {"post_transform", transform.toStdString()}});
        const auto y = run("SVMClassifier", {floats({1, 1}, {2})}, attributes);
        QCOMPARE(toInt64Vector(*y[0].tensor), Ints {5});
        const Floats scores = numbers(y[1]);
        QVERIFY(std::fabs(static_cast<double>(scores[0]) - first) < 1e-6);
        QVERIFY(std::fabs(static_cast<double>(scores[1]) - (transform == "NONE" ? 2 : 1 - first)) < 1e-6);
    }

    void treesRegress()
    {
        Attributes attributes = stumps({0, 1}, {1, 10});
        setWeights(attributes, "target", {0, 0, 0, 0}, {1, 2, 30, 40});
        const HostValue x = floats({3, 2}, {1, 10, 2, 10, 2, 11});
        QCOMPARE(numbers(run("TreeEnsembleRegressor", {x}, attributes)[0]), (Floats {31, 32, 42}));
        const auto with = [&](const std::string& aggregate) {
            attributes.set("aggregate_function", aggregate);
            return numbers(run("TreeEnsembleRegressor", {x}, attributes)[0]);
        };
        QCOMPARE(with("AVERAGE"), (Floats {15.5f, 16, 21}));
        QCOMPARE(with("MIN"), (Floats {1, 2, 2}));
        attributes.set("base_values", Floats {0.5f});
        QCOMPARE(with("MAX"), (Floats {30.5f, 30.5f, 40.5f}));
        const float nan = std::numeric_limits<float>::quiet_NaN();
        attributes.set("nodes_missing_value_tracks_true", Ints {1, 0, 0, 0, 0, 0});
        QCOMPARE(numbers(run("TreeEnsembleRegressor",
                     {floats({1, 2}, {static_cast<double>(nan), static_cast<double>(nan)})}, attributes)[0]),
            Floats {40.5f});
        EXPECT_ERROR(run("TreeEnsembleRegressor", {floats({1, 1}, {1})}, attributes),
            ErrorKind::InvalidArgument, "feature 1 of 1");
        attributes.set("nodes_falsenodeids", Ints {7, 0, 0, 2, 0, 0});
        EXPECT_ERROR(run("TreeEnsembleRegressor", {x}, attributes), ErrorKind::InvalidArgument, "no node 7");
    }

    // A hostile tree: node 1 leads back to itself.
    void circlesEnd()
    {
        Attributes attributes = stumps({0}, {1});
        attributes.set("nodes_modes", Strings {"BRANCH_LEQ", "BRANCH_LEQ", "LEAF"});
        attributes.set("nodes_truenodeids", Ints {1, 1, 0});
        attributes.set("nodes_falsenodeids", Ints {2, 1, 0});
        setWeights(attributes, "target", {0, 0}, {1, 2});
        EXPECT_ERROR(run("TreeEnsembleRegressor", {floats({1, 1}, {0})}, attributes),
            ErrorKind::InvalidArgument, "circle");
    }

    void treesClassify()
    {
        Attributes attributes = stumps({0, 1}, {1, 10});
        setWeights(attributes, "class", {0, 1, 2, 0}, {1, 2, 0.5f, 3});
        attributes.set("classlabels_strings", Strings {"a", "b", "c"});
        const HostValue x = floats({3, 2}, {1, 10, 2, 10, 2, 11});
        const auto y = run("TreeEnsembleClassifier", {x}, attributes);
        QCOMPARE(y[0].tensor->strings, (Strings {"a", "b", "a"}));
        QCOMPARE(numbers(y[1]), (Floats {1, 0, 0.5f, 0, 2, 0.5f, 3, 2, 0}));
        // One score for two classes: a probability where all weights are positive, else a decision.
        Attributes binary = stumps({0}, {1});
        setWeights(binary, "class", {0, 0}, {0.25f, 0.75f});
        binary.set("classlabels_int64s", Ints {4, 5});
        auto z = run("TreeEnsembleClassifier", {floats({2, 1}, {1, 2})}, binary);
        QCOMPARE(toInt64Vector(*z[0].tensor), (Ints {4, 5}));
        QCOMPARE(numbers(z[1]), (Floats {0.75f, 0.25f, 0.25f, 0.75f}));
        binary.set("post_transform", std::string("LOGISTIC"));
        z = run("TreeEnsembleClassifier", {floats({2, 1}, {1, 2})}, binary);
        // 0.25 is below a half, but its logistic is not.
        QCOMPARE(toInt64Vector(*z[0].tensor), (Ints {5, 5}));
        for (size_t i = 0; i < 4; ++i) {
            const double score = (i / 2 == 0 ? 0.25 : 0.75) * (i % 2 == 0 ? -1 : 1);
            QVERIFY(std::fabs(static_cast<double>(numbers(z[1])[i]) - 1 / (1 + std::exp(-score))) < 1e-6);
        }
        binary.set("class_weights", Floats {-2, 3});
        z = run("TreeEnsembleClassifier", {floats({2, 1}, {1, 2})}, binary);
        QCOMPARE(toInt64Vector(*z[0].tensor), (Ints {4, 5}));
        QVERIFY(std::fabs(static_cast<double>(numbers(z[1])[3]) - 1 / (1 + std::exp(-3.0))) < 1e-6);
    }

    void treeEnsemble()
    {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        Attributes attributes = attributesOf(
            {{"tree_roots", Ints {0}}, {"n_targets", int64_t {2}}, {"nodes_featureids", Ints {0, 1}},
                {"nodes_truenodeids", Ints {1, 0}}, {"nodes_falsenodeids", Ints {2, 1}},
                {"nodes_trueleafs", Ints {0, 1}}, {"nodes_falseleafs", Ints {1, 1}},
                {"nodes_modes", tensorAttribute(tensorOf(DataType::UInt8, {2}, {1, 6}))},
                {"nodes_splits", tensorAttribute(tensorOf(DataType::Float64, {2}, {3, 0}))},
                {"membership_values",
                    tensorAttribute(tensorOf(DataType::Float64, {3}, {7, 9, static_cast<double>(nan)}))},
                {"leaf_targetids", Ints {0, 1, 0}},
                {"leaf_weights", tensorAttribute(tensorOf(DataType::Float64, {3}, {10, 20, 30}))}});
        const HostValue x = makeHostValue(tensorOf(DataType::Float64, {3, 2}, {2, 9, 2, 8, 3, 9}));
        const HostValue y = run("TreeEnsemble", {x}, attributes)[0];
        QVERIFY(y.tensor->descriptor.type == DataType::Float64);
        QCOMPARE(y.tensor->as<double>()[0], 10.0);
        QCOMPARE(y.tensor->as<double>()[3], 20.0);
        QCOMPARE(y.tensor->as<double>()[4], 30.0);
        attributes.set("nodes_truenodeids", Ints {5, 0});
        EXPECT_ERROR(run("TreeEnsemble", {x}, attributes), ErrorKind::InvalidArgument, "the child 5 of 2");
        attributes.set(
            "nodes_modes", tensorAttribute(tensorOf(DataType::Float64, {2}, {static_cast<double>(nan), 6})));
        EXPECT_ERROR(run("TreeEnsemble", {x}, attributes), ErrorKind::InvalidArgument, "expected 0 to 6");
    }
};

QTEST_GUILESS_MAIN(TestLearning)
#include "tst_learning.moc"
