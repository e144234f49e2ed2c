// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/expecterror.h"
#include "tests/engine/ops/hostrun.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace weightless;
using namespace weightless::ops;

// Operators that the CPU runs between two segments.
class TestHostOperators : public QObject {
    Q_OBJECT

private slots:
    void nonZero()
    {
        const HostValue y = run("NonZero", {floats({2, 3}, {0, 1, 0, 2, std::nan(""), -0.0})})[0];
        QCOMPARE(y.tensor->descriptor.shape, (Shape {2, 3}));
        QCOMPARE(integers(y), (std::vector<int64_t> {0, 1, 1, 1, 0, 1}));
        QCOMPARE(run("NonZero", {floats({0, 3}, {})})[0].tensor->descriptor.shape, (Shape {2, 0}));
        QCOMPARE(run("NonZero", {floats({}, {5})})[0].tensor->descriptor.shape, (Shape {0, 1}));
        QCOMPARE(integers(run("NonZero", {makeHostValue(tensorOf(DataType::Bool, {3}, {1, 0, 1}))})[0]),
            (std::vector<int64_t> {0, 2}));
    }

    void compress()
    {
        const HostValue x = floats({3, 2}, {1, 2, 3, 4, 5, 6});
        const HostValue some = makeHostValue(tensorOf(DataType::Bool, {2}, {0, 1}));
        QCOMPARE(
            numbers(run("Compress", {x, some}, with("axis", int64_t {0}))[0]), (std::vector<float> {3, 4}));
        QCOMPARE(numbers(run("Compress", {x, some}, with("axis", int64_t {-1}))[0]),
            (std::vector<float> {2, 4, 6}));
        QCOMPARE(numbers(run("Compress", {x, some})[0]), (std::vector<float> {2}));
        const HostValue tooMany = makeHostValue(tensorOf(DataType::Bool, {4}, {0, 1, 1, 1}));
        EXPECT_ERROR(run("Compress", {x, tooMany}, with("axis", int64_t {0})), ErrorKind::InvalidArgument,
            "at most 3");
    }

    void uniqueAsTheyOccur()
    {
        const auto y = run("Unique", {floats({6}, {2, 1, 1, 3, 4, 3})}, {}, 11, "com.microsoft");
        QCOMPARE(y.size(), size_t {3});
        QCOMPARE(numbers(y[0]), (std::vector<float> {2, 1, 3, 4}));
        QCOMPARE(integers(y[1]), (std::vector<int64_t> {0, 1, 1, 2, 3, 2}));
        QCOMPARE(integers(y[2]), (std::vector<int64_t> {1, 2, 2, 1}));
    }

    void unique()
    {
        const HostValue x = floats({6}, {2, 1, 1, 3, 4, 3});
        auto y = run("Unique", {x});
        QCOMPARE(numbers(y[0]), (std::vector<float> {1, 2, 3, 4}));
        QCOMPARE(integers(y[1]), (std::vector<int64_t> {1, 0, 3, 4}));
        QCOMPARE(integers(y[2]), (std::vector<int64_t> {1, 0, 0, 2, 3, 2}));
        QCOMPARE(integers(y[3]), (std::vector<int64_t> {2, 1, 2, 1}));
        y = run("Unique", {x}, with("sorted", int64_t {0}));
        QCOMPARE(numbers(y[0]), (std::vector<float> {2, 1, 3, 4}));
        QCOMPARE(integers(y[3]), (std::vector<int64_t> {1, 2, 2, 1}));
        y = run("Unique", {floats({3, 2}, {1, 0, 1, 0, 2, 3})}, with("axis", int64_t {0}));
        QCOMPARE(y[0].tensor->descriptor.shape, (Shape {2, 2}));
        QCOMPARE(numbers(y[0]), (std::vector<float> {1, 0, 2, 3}));
        // Beyond what a double tells apart.
        const std::array<int64_t, 2> close {(int64_t {1} << 60) + 1, int64_t {1} << 60};
        QCOMPARE(
            run("Unique", {makeHostValue(makeInt64Tensor(close))})[3].tensor->descriptor.shape, (Shape {2}));
        QVERIFY(numbers(run("Unique", {floats({0}, {})})[0]).empty());
    }

    void stringsAndPartsOfBytesAreChosen()
    {
        const HostValue words = strings({"b", "", "a", "b"});
        auto y = run("Unique", {words});
        QCOMPARE(y[0].tensor->strings, (std::vector<std::string> {"", "a", "b"}));
        QCOMPARE(integers(y[2]), (std::vector<int64_t> {2, 0, 1, 2}));
        y = run(
            "Unique", {makeHostValue(stringTensor({2, 2}, {"x", "y", "x", "y"}))}, with("axis", int64_t {1}));
        QCOMPARE(y[0].tensor->descriptor.shape, (Shape {2, 2}));
        QCOMPARE(integers(run("NonZero", {words})[0]), (std::vector<int64_t> {0, 2, 3}));
        y = run("Unique", {makeHostValue(tensorOf(DataType::Int4, {5}, {3, -2, 3, 7, -2}))});
        QCOMPARE(integers(y[0]), (std::vector<int64_t> {-2, 3, 7}));
        y = run("Unique", {makeHostValue(tensorOf(DataType::Float4E2M1, {3}, {0.5, 0, 0.5}))});
        QCOMPARE(y[0].tensor->descriptor.shape, (Shape {2}));
    }

    void nonMaxSuppression()
    {
        const HostValue boxes = floats({1, 4, 4}, {0, 0, 1, 1, 0, 0.1, 1, 1.1, 0, 10, 1, 11, 1, 11, 0, 10});
        const HostValue scores = floats({1, 1, 4}, {0.9, 0.75, 0.6, 0.5});
        const HostValue half = floats({1}, {0.5});
        const auto y = run("NonMaxSuppression", {boxes, scores, number(3), half});
        QCOMPARE(y[0].tensor->descriptor.shape, (Shape {2, 3}));
        QCOMPARE(integers(y[0]), (std::vector<int64_t> {0, 0, 0, 0, 0, 2}));
        QCOMPARE(integers(run("NonMaxSuppression", {boxes, scores, number(1), half})[0]).size(), size_t {3});
        QVERIFY(integers(run("NonMaxSuppression", {boxes, scores})[0]).empty()); // none are asked for
        const HostValue strict = floats({}, {0.7});
        QCOMPARE(integers(run("NonMaxSuppression", {boxes, scores, number(9), half, strict})[0]).size(),
            size_t {3});
        EXPECT_ERROR(
            run("NonMaxSuppression", {scores, boxes, number(3)}), ErrorKind::InvalidArgument, "boxes are");
    }

    void sequences()
    {
        const HostValue one = floats({1}, {1});
        const HostValue two = floats({1}, {2});
        HostValue s = run("SequenceConstruct", {one, two})[0];
        QCOMPARE(integers(run("SequenceLength", {s})[0]), (std::vector<int64_t> {2}));
        QCOMPARE(numbers(run("SequenceAt", {s, number(-1)})[0]), (std::vector<float> {2}));
        EXPECT_ERROR(
            run("SequenceAt", {s, number(2)}), ErrorKind::InvalidArgument, "outside a sequence of 2");
        s = run("SequenceInsert", {s, floats({1}, {3}), number(0)})[0];
        QCOMPARE(numbers(run("ConcatFromSequence", {s}, with("axis", int64_t {0}))[0]),
            (std::vector<float> {3, 1, 2}));
        s = run("SequenceErase", {s, number(1)})[0];
        s = run("SequenceErase", {s})[0];
        QCOMPARE(s.sequence->elements.size(), size_t {1});
        QCOMPARE(run("SequenceEmpty", {})[0].sequence->elements.size(), size_t {0});
        EXPECT_ERROR(
            run("SequenceErase", {run("SequenceEmpty", {})[0]}), ErrorKind::InvalidArgument, "empty");
        EXPECT_ERROR(run("SequenceLength", {one}), ErrorKind::InvalidArgument, "no sequence");
        EXPECT_ERROR(
            run("ConcatFromSequence", {sequence({one, floats({1, 1}, {2})})}, with("axis", int64_t {0})),
            ErrorKind::InvalidArgument, "cannot be joined");
    }

    // A shape of no elements has any number of rows in a few bytes.
    void rowsOfNothingAreCounted()
    {
        const auto check = [](const HostValue& value) {
            const HostValue* const inputs[] {nullptr, &value};
            HostContext {{}, 20, inputs, 1, {}}.checkEmptyTensors();
        };
        constexpr int64_t most = int64_t {1} << 20;
        check(floats({most, 0}, {}));
        check(floats({0}, {}));
        check(floats({0, 3, 4096, 4096}, {})); // a batch of no pictures
        const Shape many {int64_t {1} << 40, 0};
        const HostValue parts = sequence({floats(many, {}), floats(many, {})});
        check(parts); // in a loop each look at all of them would make it quadratic
        QCOMPARE(
            run("ConcatFromSequence", {parts}, with("axis", int64_t {1}))[0].tensor->descriptor.shape, many);
        for (const Shape& shape : {Shape {most + 1, 0}, Shape {2, most, 0}, Shape {int64_t {1} << 62, 0}}) {
            EXPECT_ERROR(check(floats(shape, {})), ErrorKind::Unsupported, "input 1 is float32[");
        }
        EXPECT_ERROR(run("Unique", {floats({0, most + 1}, {})}, with("axis", int64_t {1})),
            ErrorKind::Unsupported, "1048577 slices without an element");
        QCOMPARE(
            run("Unique", {floats({0, most}, {})}, with("axis", int64_t {1}))[0].tensor->descriptor.shape,
            (Shape {0, 1}));
        const HostValue wide = floats({0, int64_t {1} << 62}, {});
        EXPECT_ERROR(run("ConcatFromSequence", {sequence({wide, wide, wide})}, with("axis", int64_t {1})),
            ErrorKind::InvalidArgument, "more than a tensor can have");
        const HostValue tooMany = floats({most + 1, 0}, {});
        for (const HostValue& part : {HostValue {}, number(1)}) {
            EXPECT_ERROR(run("SplitToSequence", {tooMany, part}), ErrorKind::Unsupported,
                "more than 1048576 elements");
        }
        QCOMPARE(
            run("SplitToSequence", {tooMany, number(2)})[0].sequence->elements.size(), size_t {1} << 19 | 1);
    }

    void splitsIntoSequences()
    {
        const HostValue x = floats({2, 3}, {1, 2, 3, 4, 5, 6});
        HostValue s = run("SplitToSequence", {x}, with("axis", int64_t {1}))[0];
        QCOMPARE(s.sequence->elements.size(), size_t {3});
        QCOMPARE(s.sequence->elements[1].tensor->descriptor.shape, (Shape {2, 1}));
        QCOMPARE(numbers(s.sequence->elements[1]), (std::vector<float> {2, 5}));
        Attributes squeezed = with("axis", int64_t {0});
        squeezed.set("keepdims", int64_t {0});
        s = run("SplitToSequence", {x}, squeezed)[0];
        QCOMPARE(s.sequence->elements[1].tensor->descriptor.shape, (Shape {3}));
        s = run("SplitToSequence", {x, number(1)}, squeezed)[0]; // as PyTorch writes unbind
        QCOMPARE(s.sequence->elements[1].tensor->descriptor.shape, (Shape {3}));
        s = run("SplitToSequence", {x, number(2)}, squeezed)[0];
        QCOMPARE(s.sequence->elements[0].tensor->descriptor.shape, (Shape {2, 3}));
        s = run("SplitToSequence", {x, number(2)}, with("axis", int64_t {1}))[0];
        QCOMPARE(s.sequence->elements[1].tensor->descriptor.shape, (Shape {2, 1}));
        const HostValue wrong = makeHostValue(int64Tensor({2, 2}));
        EXPECT_ERROR(run("SplitToSequence", {x, wrong}, with("axis", int64_t {1})),
            ErrorKind::InvalidArgument, "does not add up to 3");
        const HostValue stacked =
            run("ConcatFromSequence", {sequence({floats({2}, {1, 2}), floats({2}, {3, 4})})}, [] {
                Attributes attributes = with("axis", int64_t {-1});
                attributes.set("new_axis", int64_t {1});
                return attributes;
            }())[0];
        QCOMPARE(stacked.tensor->descriptor.shape, (Shape {2, 2}));
        QCOMPARE(numbers(stacked), (std::vector<float> {1, 3, 2, 4}));
    }

    void optionals()
    {
        const HostValue x = floats({1}, {7});
        QCOMPARE(numbers(run("OptionalGetElement", {run("Optional", {x})[0]})[0]), (std::vector<float> {7}));
        QVERIFY(run("Optional", {})[0].isEmpty());
        QCOMPARE(integers(run("OptionalHasElement", {x})[0]), (std::vector<int64_t> {1}));
        QCOMPARE(integers(run("OptionalHasElement", {HostValue {}})[0]), (std::vector<int64_t> {0}));
        EXPECT_ERROR(
            run("OptionalGetElement", {HostValue {}}), ErrorKind::InvalidArgument, "without a value");
        QCOMPARE(run("Identity", {sequence({x, x})})[0].sequence->elements.size(), size_t {2});
    }

    void determinants()
    {
        const HostValue x = floats({2, 3, 3}, {0, 2, 1, 1, 1, 0, 3, 0, 2, 1, 2, 3, 2, 4, 6, 5, 1, 1});
        QCOMPARE(numbers(run("Det", {x})[0]), (std::vector<float> {-7, 0}));
        QCOMPARE(numbers(run("Det", {floats({0, 0}, {})})[0]), (std::vector<float> {1}));
        QCOMPARE(run("Det", {floats({0, 2, 2}, {})})[0].tensor->descriptor.shape, (Shape {0}));
        EXPECT_ERROR(run("Det", {floats({2, 3}, std::vector<double>(6))}), ErrorKind::InvalidArgument,
            "expected square matrices");
    }

    void inverses()
    {
        // The first one has a pivot of 0.
        const HostValue x = floats({2, 3, 3}, {0, 2, 1, 1, 1, 0, 3, 0, 2, 2, 0, 0, 0, 4, 0, 0, 0, 8});
        const std::vector<double> expected {-2.0 / 7, 4.0 / 7, 1.0 / 7, 2.0 / 7, 3.0 / 7, -1.0 / 7, 3.0 / 7,
            -6.0 / 7, 2.0 / 7, 0.5, 0, 0, 0, 0.25, 0, 0, 0, 0.125};
        const HostValue y = run("Inverse", {x}, {}, 11, "com.microsoft")[0];
        QVERIFY(y.tensor->descriptor == x.tensor->descriptor);
        for (size_t i = 0; i < expected.size(); ++i) {
            QVERIFY(std::fabs(static_cast<double>(numbers(y)[i]) - expected[i]) < 1e-6);
        }
        const HostValue none = run("Inverse", {floats({1, 1}, {0})}, {}, 11, "com.microsoft")[0];
        QVERIFY(!std::isfinite(numbers(none)[0]));
        QCOMPARE(run("Inverse", {floats({2, 0, 0}, {})}, {}, 11, "com.microsoft")[0].tensor->descriptor.shape,
            (Shape {2, 0, 0}));
        EXPECT_ERROR(run("Inverse", {floats({2, 3}, std::vector<double>(6))}, {}, 11, "com.microsoft"),
            ErrorKind::InvalidArgument, "expected square matrices");
    }

    // NumPy's RandomState(5): rand(3), and randn(3) of another one.
    void seedsYieldKnownNumbers()
    {
        Attributes attributes = with("seed", 5.0f);
        attributes.set("shape", std::vector<int64_t> {3});
        QCOMPARE(numbers(run("RandomUniform", {}, attributes)[0]),
            (std::vector<float> {0.22199317108973948f, 0.8707323061773764f, 0.20671915533942642f}));
        QCOMPARE(numbers(run("RandomNormal", {}, attributes)[0]),
            (std::vector<float> {0.44122748688504143f, -0.33087015189408764f, 2.43077118700778f}));
        attributes.set("low", 2.0f);
        attributes.set("high", 4.0f);
        QCOMPARE(numbers(run("RandomUniformLike", {floats({1, 1}, {0})}, attributes)[0]),
            (std::vector<float> {2.4439863421794788f}));
        attributes.set("shape", std::vector<int64_t> {1 << 20, 1 << 20});
        EXPECT_ERROR(run("RandomUniform", {}, attributes), ErrorKind::InvalidArgument, "has more than");
    }

    void chancesAreKept()
    {
        const HostValue p = floats({20'000}, std::vector<double>(20'000, 0.7));
        const std::vector<float> drawn = numbers(run("Bernoulli", {p}, with("seed", 1.0f))[0]);
        const auto ones = std::ranges::count(drawn, 1.0f);
        QVERIFY(ones > 13'600 && ones < 14'400);
        QCOMPARE(std::ranges::count(drawn, 0.0f), 20'000 - ones);
        QCOMPARE(numbers(run("Bernoulli", {floats({2}, {0, 1})})[0]), (std::vector<float> {0, 1}));
    }

    void samplesClasses()
    {
        Attributes attributes = with("sample_size", int64_t {9'000});
        attributes.set("seed", 2.0f);
        attributes.set("dtype", static_cast<int64_t>(DataType::Int64));
        const HostValue logs = floats({1, 3}, {std::log(1.0), -HUGE_VAL, std::log(2.0)});
        const std::vector<int64_t> classes = integers(run("Multinomial", {logs}, attributes)[0]);
        QCOMPARE(std::ranges::count(classes, 1), 0);
        const auto last = std::ranges::count(classes, 2);
        QVERIFY(last > 5'700 && last < 6'300);
    }

    void dropsWhileTraining()
    {
        const HostOperator* dropout = hostRegistry().find("", "Dropout", 13);
        const HostTensor yes = tensorOf(DataType::Bool, {}, {1});
        const HostTensor no = tensorOf(DataType::Bool, {}, {0});
        const TensorDescriptor x {DataType::Float32, {2}};
        const std::vector<TensorDescriptor> inputs {x, {}, yes.descriptor};
        const auto takes = [&](const HostTensor* mode) {
            const std::vector<const HostTensor*> values {nullptr, nullptr, mode};
            return dropout->takes({{}, inputs, values});
        };
        QVERIFY(takes(&yes));
        QVERIFY(!takes(&no));
        QVERIFY(!takes(nullptr));
        const HostValue ones = floats({10'000}, std::vector<double>(10'000, 1));
        const HostValue ratio = floats({}, {0.75});
        auto y = run("Dropout", {ones, ratio, makeHostValue(yes)}, with("seed", int64_t {3}));
        const auto kept = std::ranges::count(numbers(y[0]), 4.0f);
        QVERIFY(kept > 2'300 && kept < 2'700);
        QCOMPARE(std::ranges::count(y[1].tensor->bytes, std::byte {1}), kept);
        EXPECT_ERROR(run("Dropout", {ones, floats({}, {1}), makeHostValue(yes)}), ErrorKind::InvalidArgument,
            "input 'ratio' is 1");
    }

    void computesDoublesByFolding()
    {
        const HostValue x = makeHostValue(tensorOf(DataType::Float64, {2}, {0.5, -3}));
        const HostTensor y = *run("Exp", {x})[0].tensor;
        QCOMPARE(elementAsDouble(y, 0), std::exp(0.5));
        QCOMPARE(elementAsDouble(y, 1), std::exp(-3.0));
        const HostOperator* op = hostRegistry().find("", "Exp", 13);
        const auto takes = [&](DataType type) {
            const std::vector<TensorDescriptor> inputs {{type, {2}}};
            const std::vector<const HostTensor*> values {nullptr};
            return op->takes({{}, inputs, values});
        };
        QVERIFY(takes(DataType::Float64));
        QVERIFY(!takes(DataType::Float32));
    }
};

QTEST_GUILESS_MAIN(TestHostOperators)
#include "tst_hostoperators.moc"
