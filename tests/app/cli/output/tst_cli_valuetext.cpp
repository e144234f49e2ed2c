// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/runoutputs.h"
#include "app/cli/output/valuetext.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace weightless;
using namespace weightless::cli;

namespace {

HostTensor words(std::vector<std::string> values)
{
    HostTensor tensor;
    tensor.descriptor = {DataType::String, {static_cast<int64_t>(values.size())}};
    tensor.strings = std::move(values);
    return tensor;
}

HostTensor floats(const std::vector<float>& values)
{
    HostTensor tensor = makeHostTensor({DataType::Float32, {static_cast<int64_t>(values.size())}});
    std::ranges::copy(values, tensor.as<float>().begin());
    return tensor;
}

HostTensor wholes(DataType type, const std::vector<int64_t>& values)
{
    HostTensor tensor = makeHostTensor({type, {static_cast<int64_t>(values.size())}});
    for (size_t i = 0; i < values.size(); ++i) {
        setElement(tensor, i, values[i]);
    }
    return tensor;
}

HostValue chances(float no, float yes)
{
    return makeHostValue(HostMap {words({"no", "yes"}), floats({no, yes})});
}

HostValue sequenceOf(std::vector<HostValue> elements)
{
    return makeHostValue(HostSequence {std::move(elements)});
}

} // namespace

// Outputs that are no tensors, as `run` shows them.
class TestCliValueText : public QObject {
    Q_OBJECT

private slots:
    void mapsOfEachRow()
    {
        const HostValue value = sequenceOf({chances(0.21F, 0.79F), chances(1, 0)});
        QCOMPARE(
            valueText("prob", value), std::string("prob[0]: no: 0.21, yes: 0.79\nprob[1]: no: 1, yes: 0\n"));
        const Json json = valueJson(value);
        QCOMPARE(json.size(), size_t {2});
        QCOMPARE(json[0]["keys"].dump(), std::string(R"(["no","yes"])"));
        QCOMPARE(json[0]["values"][1].get<double>(), static_cast<double>(0.79F));
        QCOMPARE(json[1]["values"][0].get<double>(), 1.0);
    }

    // Text has the first of many, JSON all of them.
    void manyElements()
    {
        const HostValue value = sequenceOf(std::vector<HostValue>(20, chances(0, 1)));
        const std::string text = valueText("p", value);
        QVERIFY(text.ends_with("p[7]: no: 0, yes: 1\np: 12 more\n"));
        QCOMPARE(valueJson(value).size(), size_t {20});
        const HostValue map = makeHostValue(
            HostMap {wholes(DataType::Int64, {0, 1, 2, 3, 4, 5, 6, 7, 8}), floats(std::vector<float>(9, 2))});
        QCOMPARE(valueText("m", map),
            std::string("m: 0: 2, 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 2 and 1 more\n"));
        QCOMPARE(valueJson(map)["keys"].size(), size_t {9});
        QCOMPARE(valueJson(map)["keys"][8].dump(), std::string("8"));
        const Json large = valueJson(makeHostValue(floats(std::vector<float>(5000, 2))));
        QCOMPARE(large["values"].size(), size_t {4096});
        QCOMPARE(large["more"].get<int>(), 904);
    }

    void tensorsOfEachType()
    {
        const HostValue value = sequenceOf(
            {makeHostValue(wholes(DataType::UInt64, {-1})), makeHostValue(wholes(DataType::Bool, {0, 1})),
                makeHostValue(wholes(DataType::Int4, {-3})), makeHostValue(words({"a\nb"})),
                makeHostValue(floats({std::numeric_limits<float>::quiet_NaN()})), HostValue {}});
        QCOMPARE(valueText("t", value),
            std::string("t[0]: uint64[1]: 18446744073709551615\nt[1]: bool[2]: false, true\n"
                        "t[2]: int4[1]: -3\nt[3]: string[1]: 'a\\u{a}b'\nt[4]: float32[1]: nan\n"
                        "t[5]: an optional without a value\n"));
        const Json json = valueJson(value);
        QCOMPARE(
            json[0].dump(), std::string(R"({"type":"uint64","shape":[1],"values":[18446744073709551615]})"));
        QCOMPARE(json[1]["values"].dump(), std::string("[false,true]"));
        QCOMPARE(json[3]["values"].dump(), std::string(R"(["a\nb"])"));
        QVERIFY(json[5].is_null());
    }

    void outputsHaveThem()
    {
        RunOutput output {.name = "prob"};
        output.value = sequenceOf({chances(0.25F, 0.75F)});
        const std::string text = outputsText(std::vector {output});
        QVERIFY2(text.find("a sequence of 1 value") != std::string::npos, text.c_str());
        QVERIFY2(text.ends_with("\nprob[0]: no: 0.25, yes: 0.75\n"), text.c_str());
        const Json json = outputsJson(std::vector {output});
        QCOMPARE(json[0]["kind"].get<std::string>(), std::string("a sequence of 1 value"));
        QCOMPARE(json[0]["value"][0]["values"].dump(), std::string("[0.25,0.75]"));
    }

    // Of int64 and uint64 beyond what doubles hold: no decimals, and no number that the type has not.
    void extremesHaveAllDigits()
    {
        HostTensor naturals = makeHostTensor({DataType::UInt64, {1}});
        naturals.as<uint64_t>()[0] = 18446744073709551615U;
        std::vector<RunOutput> outputs(2);
        outputs[0].values = std::make_shared<const HostTensor>(
            wholes(DataType::Int64, {std::numeric_limits<int64_t>::max(), -9007199254740993}));
        outputs[1].values = std::make_shared<const HostTensor>(naturals);
        const std::string text = outputsText(outputs);
        for (const char* part : {" -9007199254740993 ", " 9223372036854775807 ",
                 " 18446744073709551615  18446744073709551615 "}) {
            QVERIFY2(text.find(part) != std::string::npos, text.c_str());
        }
        const Json json = outputsJson(outputs);
        QCOMPARE(json[0]["min"].dump(), std::string("-9007199254740993"));
        QCOMPARE(json[0]["max"].dump(), std::string("9223372036854775807"));
        QCOMPARE(json[1]["max"].dump(), std::string("18446744073709551615"));
    }
};

QTEST_GUILESS_MAIN(TestCliValueText)
#include "tst_cli_valuetext.moc"
