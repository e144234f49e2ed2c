// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/elementmoves.h"
#include "engine/model/narrowtypes.h"
#include "engine/ops/hostoperator.h"
#include "engine/ops/testing/operatorcase.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <numeric>

using namespace weightless;
using namespace weightless::ops;

namespace {

using Strings = std::vector<std::string>;
using Ints = std::vector<int64_t>;

HostTensor stringTensor(Shape shape, Strings values)
{
    HostTensor tensor = makeEmptyTensor({DataType::String, std::move(shape)});
    tensor.strings = std::move(values);
    return tensor;
}

// What the CPU makes of an operator that a device runs for other types.
std::vector<HostTensor> run(std::string_view opType, const std::vector<HostTensor>& inputs,
    const Attributes& attributes = {}, size_t outputCount = 1)
{
    constexpr int64_t opset = 21;
    const HostOperator* op = hostRegistry().find("", opType, opset);
    if (op == nullptr) {
        throw Error(ErrorKind::Internal, "there is no " + std::string(opType));
    }
    std::vector<HostValue> values;
    for (const HostTensor& input : inputs) {
        values.push_back(makeHostValue(input));
    }
    std::vector<const HostValue*> pointers;
    for (const HostValue& value : values) {
        pointers.push_back(&value);
    }
    std::vector<HostTensor> outputs;
    for (const HostValue& output :
        op->run({attributes, opset, pointers, outputCount, {}, standardRegistry().find("", opType, opset)})) {
        outputs.push_back(*output.tensor);
    }
    return outputs;
}

Attributes with(const std::string& name, AttributeValue value)
{
    Attributes attributes;
    attributes.set(name, std::move(value));
    return attributes;
}

HostTensor bools(std::initializer_list<double> values)
{
    return tensorOf(DataType::Bool, {static_cast<int64_t>(values.size())}, values);
}

} // namespace

class TestElementMoves : public QObject {
    Q_OBJECT

private slots:
    void moves_data()
    {
        QTest::addColumn<DataType>("type");
        for (const DataType type : {DataType::Int8, DataType::Float16, DataType::Int64, DataType::UInt4,
                 DataType::UInt2, DataType::Float6E2M3, DataType::Float8E5M2}) {
            QTest::newRow(toString(type).c_str()) << type;
        }
    }

    // Three neighbours, from and to the middle of bytes; what lies around them stays.
    void moves()
    {
        QFETCH(DataType, type);
        std::vector<double> values(9);
        std::iota(values.begin(), values.end(), 0);
        for (double& value : values) {
            value = static_cast<double>(static_cast<int64_t>(value) % 4);
        }
        const HostTensor from = tensorOf(type, {9}, values);
        HostTensor to = tensorOf(type, {7}, {1, 1, 1, 1, 1, 1, 1});
        moveElements(from, 5, 3, to, 1);
        QCOMPARE(toInt64Vector(to), (Ints {1, 1, 2, 3, 1, 1, 1}));
        moveElements(from, 9, 0, to, 7); // nothing, at the end of both
        QCOMPARE(toInt64Vector(to), (Ints {1, 1, 2, 3, 1, 1, 1}));
    }

    void typesThatAreNotKnown()
    {
        HostTensor strange;
        strange.descriptor = {static_cast<DataType>(99), {1}};
        EXPECT_ERROR(moveElements(strange, 0, 1, strange, 0), ErrorKind::Unsupported, "type 99");
    }

    void stringsAreMoved()
    {
        const HostTensor table = stringTensor({2, 2}, {"a", "b", "c", "d"});
        const HostTensor row = stringTensor({1, 2}, {"", "e"});
        QCOMPARE(run("Concat", {table, row}, with("axis", int64_t {0}))[0].strings,
            (Strings {"a", "b", "c", "d", "", "e"}));
        QCOMPARE(run("Transpose", {table})[0].strings, (Strings {"a", "c", "b", "d"}));
        QCOMPARE(run("Gather", {table, int64Tensor({-1, 0})})[0].strings, (Strings {"c", "d", "a", "b"}));
        QCOMPARE(
            run("GatherND", {table, tensorOf(DataType::Int64, {1, 2}, {1, 0})})[0].strings, Strings {"c"});
        QCOMPARE(run("GatherElements", {table, tensorOf(DataType::Int64, {1, 2}, {1, 0})})[0].strings,
            (Strings {"c", "b"}));
        QCOMPARE(run("Slice", {table, int64Tensor({1}), int64Tensor({2}), int64Tensor({1})})[0].strings,
            (Strings {"b", "d"}));
        QCOMPARE(run("Expand", {row, int64Tensor({2, 2})})[0].strings, (Strings {"", "e", "", "e"}));
        QCOMPARE(run("Tile", {row, int64Tensor({1, 2})})[0].strings, (Strings {"", "e", "", "e"}));
        QCOMPARE(run("Where", {bools({1, 0}), table, row})[0].strings, (Strings {"a", "e", "c", "e"}));
        QCOMPARE(run("Reshape", {table, int64Tensor({-1})})[0].descriptor.shape, (Shape {4}));
        QCOMPARE(run("Unsqueeze", {row, int64Tensor({0})})[0].descriptor.shape, (Shape {1, 1, 2}));
        const HostTensor fill = stringTensor({}, {"-"});
        QCOMPARE(run("Pad", {row, int64Tensor({0, 1, 0, 0}), fill})[0].strings, (Strings {"-", "", "e"}));
        QCOMPARE(run("Compress", {table, bools({0, 1})}, with("axis", int64_t {0}))[0].strings,
            (Strings {"c", "d"}));
    }

    void stringsAreSplit()
    {
        Attributes attributes = with("axis", int64_t {1});
        attributes.set("num_outputs", int64_t {2});
        const auto parts = run("Split", {stringTensor({2, 2}, {"a", "b", "c", "d"})}, attributes, 2);
        QCOMPARE(parts.size(), size_t {2});
        QCOMPARE(parts[0].strings, (Strings {"a", "c"}));
        QCOMPARE(parts[1].strings, (Strings {"b", "d"}));
    }

    // What is folded while planning is not empty because its elements are no bytes.
    void partsOfBytesAreMoved()
    {
        const HostTensor x = tensorOf(DataType::Int4, {3, 3}, {0, 1, 2, 3, 4, 5, 6, 7, -8});
        QCOMPARE(toInt64Vector(run("Gather", {x, int64Tensor({2, 0})})[0]), (Ints {6, 7, -8, 0, 1, 2}));
        QCOMPARE(
            toInt64Vector(run("GatherND", {x, tensorOf(DataType::Int64, {1, 1}, {1})})[0]), (Ints {3, 4, 5}));
        QCOMPARE(toInt64Vector(run("GatherElements", {x, tensorOf(DataType::Int64, {1, 3}, {2, 1, 0})})[0]),
            (Ints {6, 4, 2}));
        QCOMPARE(toInt64Vector(run("Pad", {x, int64Tensor({0, 1, 0, 0})})[0]),
            (Ints {0, 0, 1, 2, 0, 3, 4, 5, 0, 6, 7, -8}));
        QCOMPARE(toInt64Vector(run("Where", {bools({1, 0, 1}), x, tensorOf(DataType::Int4, {1}, {-1})})[0]),
            (Ints {0, -1, 2, 3, -1, 5, 6, -1, -8}));
        QCOMPARE(toInt64Vector(run("Compress", {x, bools({0, 1, 1})}, with("axis", int64_t {1}))[0]),
            (Ints {1, 2, 4, 5, 7, -8}));
    }

    void wrongStringsAreNamed()
    {
        const HostTensor row = stringTensor({2}, {"a", "b"});
        EXPECT_ERROR(run("Gather", {row, int64Tensor({2})}), ErrorKind::InvalidArgument, "2");
        EXPECT_ERROR(run("Concat", {row, stringTensor({1, 1}, {"c"})}, with("axis", int64_t {0})),
            ErrorKind::InvalidArgument, "rank");
    }
};

QTEST_GUILESS_MAIN(TestElementMoves)
#include "tst_elementmoves.moc"
