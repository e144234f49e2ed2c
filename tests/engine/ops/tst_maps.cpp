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

// The operators of ai.onnx.ml that make and read maps.
class TestMaps : public QObject {
    Q_OBJECT

private slots:
    void rowsAsMaps()
    {
        const Attributes attributes = attributesOf({{"classlabels_strings", Strings {"a", "b"}}});
        const HostValue rows = run("ZipMap", {floats({2, 2}, {1, 2, 3, 4})}, attributes)[0];
        QCOMPARE(rows.sequence->elements.size(), size_t {2});
        const HostMap& map = *rows.sequence->elements[1].map;
        QCOMPARE(map.keys.strings, (Strings {"a", "b"}));
        QCOMPARE(map.values.as<float>()[0], 3.0f);
        const HostValue y = run("DictVectorizer", {rows.sequence->elements[1]},
            attributesOf({{"string_vocabulary", Strings {"b", "z", "a"}}}))[0];
        QCOMPARE(numbers(y), (Floats {4, 0, 3}));
        EXPECT_ERROR(
            run("ZipMap", {floats({1, 3}, {1, 2, 3})}, attributes), ErrorKind::InvalidArgument, "labels for");
        EXPECT_ERROR(
            run("DictVectorizer", {floats({1}, {1})}, attributes), ErrorKind::InvalidArgument, "no map");
    }

    void mapsAsTensors()
    {
        const HostValue numbersByKey = makeHostValue(
            HostMap {int64Tensor({7, 0, 3}), tensorOf(DataType::Float32, {3}, {1.5, -2.25, 4})});
        QCOMPARE(numbers(run("CastMap", {numbersByKey}, {})[0]), (Floats {-2.25f, 4, 1.5f}));
        const HostValue sparse = run("CastMap", {numbersByKey},
            attributesOf({{"map_form", std::string("SPARSE")}, {"max_map", int64_t {9}}}))[0];
        QCOMPARE(sparse.tensor->descriptor.shape, (Shape {1, 9}));
        QCOMPARE(numbers(sparse), (Floats {-2.25f, 0, 0, 4, 0, 0, 0, 1.5f, 0}));
        const HostValue whole =
            run("CastMap", {numbersByKey}, attributesOf({{"cast_to", std::string("TO_INT64")}}))[0];
        QCOMPARE(toInt64Vector(*whole.tensor), (Ints {-2, 4, 1}));
        const HostValue text =
            run("CastMap", {numbersByKey}, attributesOf({{"cast_to", std::string("TO_STRING")}}))[0];
        QCOMPARE(text.tensor->strings, (Strings {"-2.25", "4", "1.5"}));
        const HostValue textByKey =
            makeHostValue(HostMap {int64Tensor({2, 1}), stringTensor({"10", "-0.5"})});
        QCOMPARE(numbers(run("CastMap", {textByKey}, {})[0]), (Floats {-0.5f, 10}));
        const HostValue places = run("CastMap", {textByKey},
            attributesOf({{"cast_to", std::string("TO_STRING")}, {"map_form", std::string("SPARSE")},
                {"max_map", int64_t {4}}}))[0];
        QCOMPARE(places.tensor->strings, (Strings {"", "-0.5", "10", ""}));
        const HostValue nothing =
            makeHostValue(HostMap {int64Tensor({}), tensorOf(DataType::Float32, {0}, {})});
        QCOMPARE(run("CastMap", {nothing}, {})[0].tensor->descriptor.shape, (Shape {1, 0}));
    }

    // The nearest that an int64 can hold; nothing for what is no number.
    void wholeNumbersOfAnything()
    {
        const HostValue values = makeHostValue(HostMap {
            int64Tensor({0, 1, 2, 3}), tensorOf(DataType::Float32, {4}, {std::nan(""), 1e30, -1e30, -2.75})});
        const HostValue whole =
            run("CastMap", {values}, attributesOf({{"cast_to", std::string("TO_INT64")}}))[0];
        constexpr auto limits = std::numeric_limits<int64_t> {};
        QCOMPARE(toInt64Vector(*whole.tensor), (Ints {0, limits.max(), limits.min(), -2}));
    }

    void mapsThatFitNoTensor()
    {
        const HostValue map =
            makeHostValue(HostMap {int64Tensor({7, 0}), tensorOf(DataType::Float32, {2}, {1, 2})});
        const auto refused = [&](const HostValue& value, const Attributes& attributes, const char* text) {
            EXPECT_ERROR(run("CastMap", {value}, attributes), ErrorKind::InvalidArgument, text);
        };
        refused(floats({1}, {1}), {}, "no map");
        refused(map, attributesOf({{"cast_to", std::string("TO_BOOL")}}), "'cast_to' is 'TO_BOOL'");
        refused(map, attributesOf({{"map_form", std::string("SPARSE")}, {"max_map", int64_t {7}}}),
            "the key 7, outside of");
        refused(map, attributesOf({{"map_form", std::string("SPARSE")}, {"max_map", int64_t {0}}}),
            "expected DENSE or SPARSE");
        refused(map, attributesOf({{"map_form", std::string("ROUND")}}), "'ROUND'");
        refused(makeHostValue(HostMap {stringTensor({"a"}), tensorOf(DataType::Float32, {1}, {1})}), {},
            "expected int64");
        refused(makeHostValue(HostMap {int64Tensor({1}), stringTensor({"one"})}), {}, "'one' is no number");
    }
};

QTEST_GUILESS_MAIN(TestMaps)
#include "tst_maps.moc"
