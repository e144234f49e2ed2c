// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/attributes.h"
#include "engine/ops/hostoperator.h"
#include "engine/ops/textroom.h"
#include "tests/engine/expecterror.h"

#include <QTest>

#include <stop_token>

using namespace weightless;
using namespace weightless::ops;

namespace {

constexpr const char* tooMuch = "more than 512 MiB";

HostValue texts(Shape shape, std::vector<std::string> values)
{
    HostTensor tensor;
    tensor.descriptor = {DataType::String, std::move(shape)};
    tensor.strings = std::move(values);
    return makeHostValue(std::move(tensor));
}

std::vector<HostValue> run(std::string_view domain, std::string_view opType,
    const std::vector<HostValue>& inputs, const Attributes& attributes = {}, const std::stop_token& stop = {})
{
    const HostOperator* op = hostRegistry().find(domain, opType, 20);
    std::vector<const HostValue*> pointers;
    for (const HostValue& input : inputs) {
        pointers.push_back(&input);
    }
    return op->run({attributes, 20, pointers, 2, stop});
}

} // namespace

// Nodes of a few bytes make strings of any size: they are refused before they are made.
class TestTextLimits : public QObject {
    Q_OBJECT

private slots:
    void joining()
    {
        // Each of a's with each of b's: 300 MiB from one of 20 MiB.
        const HostValue longText = texts({1}, {std::string(20u << 20, 'x')});
        const HostValue many = texts({15}, std::vector<std::string>(15, "y"));
        QCOMPARE(run("", "StringConcat", {many, longText})[0].tensor->strings.size(), size_t {15});
        const HostValue more = texts({30}, std::vector<std::string>(30, "y"));
        EXPECT_ERROR(run("", "StringConcat", {more, longText}), ErrorKind::Unsupported, tooMuch);
    }

    void splitting()
    {
        std::string text;
        for (int i = 0; i < (1 << 24) + 1; ++i) {
            text += "a ";
        }
        EXPECT_ERROR(run("", "StringSplit", {texts({1}, {text})}), ErrorKind::Unsupported, tooMuch);
    }

    void labelling()
    {
        Attributes attributes;
        attributes.set("keys_int64s", std::vector<int64_t> {0});
        attributes.set("values_strings", std::vector<std::string> {std::string(1u << 20, 'x')});
        const HostTensor x = makeHostTensor({DataType::Int64, {600}});
        EXPECT_ERROR(run("ai.onnx.ml", "LabelEncoder", {makeHostValue(x)}, attributes),
            ErrorKind::Unsupported, tooMuch);
    }

    void choosingFeatures()
    {
        const HostValue x = texts({1, 1}, {std::string(1u << 20, 'x')});
        const HostValue places = makeHostValue(makeHostTensor({DataType::Int64, {600}}));
        EXPECT_ERROR(
            run("ai.onnx.ml", "ArrayFeatureExtractor", {x, places}), ErrorKind::Unsupported, tooMuch);
    }

    void valuesOfOtherOperators()
    {
        checkText(*texts({2}, {"a", "b"}).tensor);
        HostTensor tensor = *texts({1}, {std::string(mostTextBytes, 'x')}).tensor;
        EXPECT_ERROR(checkText(tensor), ErrorKind::Unsupported, tooMuch);
    }

    void stops()
    {
        std::stop_source stop;
        stop.request_stop();
        const HostValue x = texts({1}, {"a b"});
        EXPECT_ERROR(
            run("", "StringConcat", {x, x}, {}, stop.get_token()), ErrorKind::Cancelled, "cancelled");
        EXPECT_ERROR(run("", "StringSplit", {x}, {}, stop.get_token()), ErrorKind::Cancelled, "cancelled");
    }
};

QTEST_APPLESS_MAIN(TestTextLimits)
#include "tst_textlimits.moc"
