// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/pooling/poolingcases.h"

#include <algorithm>
#include <cmath>

namespace weightless::ops::pooling {

namespace {

struct Setting {
    Shape x, kernel;
    Shape strides = {}, dilations = {}, pads = {};
    bool ceilMode = false;
    std::string autoPad = {};
    DataType type = DataType::Float32;
    bool countsPads = false;
    int64_t storageOrder = 0;
    bool hasNaN = false; // every fifth element
};

struct Geometry {
    Shape strides, dilations, begin, end, out;
};

Geometry geometryOf(const Setting& s)
{
    const size_t rank = s.kernel.size();
    Geometry g;
    g.strides = s.strides.empty() ? Shape(rank, 1) : s.strides;
    g.dilations = s.dilations.empty() ? Shape(rank, 1) : s.dilations;
    const Shape pads = s.pads.empty() ? Shape(2 * rank, 0) : s.pads;
    for (size_t i = 0; i < rank; ++i) {
        const int64_t in = s.x[i + 2];
        const int64_t span = (s.kernel[i] - 1) * g.dilations[i] + 1;
        int64_t begin = pads[i];
        int64_t end = pads[i + rank];
        if (s.autoPad.starts_with("SAME")) {
            const int64_t out = (in - 1) / g.strides[i] + 1;
            const int64_t total = std::max<int64_t>((out - 1) * g.strides[i] + span - in, 0);
            begin = s.autoPad == "SAME_UPPER" ? total / 2 : total - total / 2;
            end = total - begin;
        }
        g.begin.push_back(begin);
        g.end.push_back(end);
        const double steps = static_cast<double>(in + begin + end - span) / static_cast<double>(g.strides[i]);
        int64_t out = static_cast<int64_t>(s.ceilMode ? std::ceil(steps) : std::floor(steps)) + 1;
        if (steps < 0) {
            out = 1; // less than a stride is missing
        }
        if (s.ceilMode && (out - 1) * g.strides[i] >= in + begin) {
            --out;
        }
        g.out.push_back(out);
    }
    return g;
}

struct Pooled {
    double largest = 0;
    int64_t place = -1; // of the largest, in the plane
    double sum = 0;
    double squares = 0;
    int64_t inside = 0;
    int64_t padded = 0;
};

Pooled windowAt(const Setting& s, const Geometry& g, const HostTensor& x, const std::vector<int64_t>& result)
{
    Pooled p;
    const int64_t taps = elementCount(s.kernel).value_or(0);
    for (int64_t t = 0; t < taps; ++t) {
        const std::vector<int64_t> tap = coordinatesOf(t, s.kernel);
        std::vector<int64_t> from {result[0], result[1]};
        bool inside = true;
        bool padded = true;
        for (size_t i = 0; i < tap.size(); ++i) {
            const int64_t at = result[i + 2] * g.strides[i] + tap[i] * g.dilations[i] - g.begin[i];
            from.push_back(at);
            inside = inside && at >= 0 && at < s.x[i + 2];
            padded = padded && at < s.x[i + 2] + g.end[i];
        }
        p.padded += padded ? 1 : 0;
        if (!inside) {
            continue;
        }
        ++p.inside;
        const int64_t index = indexOf(from, s.x);
        const double value = elementAsDouble(x, static_cast<size_t>(index));
        p.sum += value;
        p.squares += value * value;
        if (p.place < 0 || value > p.largest || (std::isnan(value) && !std::isnan(p.largest))) {
            p.largest = value;
            p.place = index;
        }
    }
    return p;
}

// The index counts columns first within a plane; planes stay in order.
int64_t columnMajor(int64_t index, const Shape& x)
{
    const std::vector<int64_t> place = coordinatesOf(index, x);
    int64_t at = 0;
    int64_t stride = 1;
    int64_t plane = 1;
    for (size_t d = 2; d < x.size(); ++d) {
        at += place[d] * stride;
        stride *= x[d];
        plane *= x[d];
    }
    return (place[0] * x[1] + place[1]) * plane + at;
}

OperatorCase poolCase(const std::string& op, const Setting& s, bool hasIndices = false)
{
    OperatorCase test;
    test.opType = op;
    HostTensor x = randomTensor(s.type, s.x, 81, s.type == DataType::UInt8 ? 0 : -20, 20);
    if (s.hasNaN) {
        for (size_t i = 0; i < static_cast<size_t>(elementCount(s.x).value_or(0)); i += 5) {
            setElement(x, i, std::nan(""));
        }
    }
    test.inputs = {x};
    test.name = toString(x.descriptor) + " kernel " + toString(s.kernel) + " " + s.autoPad;
    const auto set = [&](const char* name, const Shape& values) {
        if (!values.empty()) {
            test.attributes.set(name, values);
            test.name += std::string(", ") + name + "=" + toString(values);
        }
    };
    test.attributes.set("kernel_shape", s.kernel);
    set("strides", s.strides);
    set("dilations", s.dilations);
    set("pads", s.pads);
    if (s.ceilMode) {
        test.attributes.set("ceil_mode", int64_t {1});
        test.name += ", ceil_mode";
    }
    if (!s.autoPad.empty()) {
        test.attributes.set("auto_pad", s.autoPad);
    }
    if (s.countsPads) {
        test.attributes.set("count_include_pad", int64_t {1});
        test.name += ", count_include_pad";
    }
    if (s.storageOrder != 0) {
        test.attributes.set("storage_order", s.storageOrder);
    }
    test.opset = op == "AveragePool" && !s.dilations.empty() ? 19 : op == "LpPool" && s.ceilMode ? 18 : 17;
    const Geometry g = geometryOf(s);
    Shape result {s.x[0], s.x[1]};
    result.insert(result.end(), g.out.begin(), g.out.end());
    HostTensor y = makeHostTensor({s.type, result});
    HostTensor indices = makeHostTensor({DataType::Int64, result});
    for (int64_t i = 0; i < elementCount(result).value_or(0); ++i) {
        const Pooled p = windowAt(s, g, x, coordinatesOf(i, result));
        const double average = p.sum / static_cast<double>(s.countsPads ? p.padded : p.inside);
        const double value = op == "MaxPool" ? p.largest
            : op == "AveragePool"            ? average
                                             : std::sqrt(p.squares);
        setElement(y, static_cast<size_t>(i), value);
        setElement(
            indices, static_cast<size_t>(i), s.storageOrder != 0 ? columnMajor(p.place, s.x) : p.place);
    }
    test.expected = {y};
    if (hasIndices) {
        test.expected.push_back(indices);
        test.name += ", indices";
    }
    const bool isHalf = bitWidth(s.type) == 16;
    test.relativeTolerance = s.type == DataType::BFloat16 ? 1e-2 : isHalf ? 2e-3 : 1e-4;
    test.absoluteTolerance = isHalf ? 2e-2 : 1e-4;
    return test;
}

void addGlobal(CaseList& cases, DataType type)
{
    const HostTensor x = randomTensor(type, {2, 3, 4, 5}, 82);
    for (const bool isMax : {true, false}) {
        OperatorCase test;
        test.opType = isMax ? "GlobalMaxPool" : "GlobalAveragePool";
        test.name = toString(x.descriptor);
        test.inputs = {x};
        HostTensor y = makeHostTensor({type, {2, 3, 1, 1}});
        for (size_t plane = 0; plane < 6; ++plane) {
            double sum = 0;
            double largest = elementAsDouble(x, plane * 20);
            for (size_t i = 0; i < 20; ++i) {
                sum += elementAsDouble(x, plane * 20 + i);
                largest = std::max(largest, elementAsDouble(x, plane * 20 + i));
            }
            setElement(y, plane, isMax ? largest : sum / 20);
        }
        test.expected = {y};
        test.relativeTolerance = type == DataType::Float32 ? 1e-4 : 1e-2;
        test.absoluteTolerance = type == DataType::Float32 ? 1e-5 : 1e-2;
        cases.push_back(test);
    }
}

// What a software device answers by eights (poolgroups.comp), by that kernel and by the one for all.
void addRowsOfEights(CaseList& cases)
{
    const std::vector<Setting> settings {
        {.x = {1, 2, 13, 27},
            .kernel = {3, 3},
            .strides = {2, 2},
            .pads = {1, 1, 1, 1}}, // seventeen elements
        {.x = {2, 3, 6, 16}, .kernel = {2, 2}, .strides = {2, 2}}, // whole eights
        {.x = {1, 2, 7, 24}, .kernel = {5, 5}, .pads = {2, 2, 2, 2}},
        {.x = {1, 2, 9, 21}, .kernel = {3, 3}, .dilations = {2, 4}, .pads = {2, 3, 1, 4}},
        {.x = {3, 1, 37}, .kernel = {3}, .strides = {2}, .pads = {1, 1}, .ceilMode = true},
        {.x = {1, 2, 12, 20}, .kernel = {3, 2}, .strides = {3, 2}, .pads = {0, 0, 2, 1}, .ceilMode = true},
        {.x = {1, 2, 2, 16}, .kernel = {3, 2}, .strides = {2, 2}},
    };
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (Setting s : settings) {
            s.type = type;
            for (const bool isPlain : {false, true}) {
                std::vector<OperatorCase> tests {poolCase("MaxPool", s), poolCase("AveragePool", s)};
                s.hasNaN = true;
                tests.push_back(poolCase("MaxPool", s));
                tests.back().name += ", NaN";
                s.hasNaN = false;
                s.countsPads = true;
                tests.push_back(poolCase("AveragePool", s));
                s.countsPads = false;
                for (OperatorCase& test : tests) {
                    if (isPlain) {
                        test.attributes.set("weightless.kernel", std::string("plain"));
                        test.name += ", plain";
                    }
                    cases.push_back(std::move(test));
                }
            }
        }
    }
}

// Windows that are walked a few columns at a time, and those that are pooled along one dimension after the
// other.
void addLargeWindows(CaseList& cases)
{
    const std::vector<Setting> settings {
        {.x = {1, 2, 50}, .kernel = {31}, .pads = {15, 15}},
        {.x = {2, 1, 90}, .kernel = {20}, .strides = {3}, .pads = {9, 10}},
        {.x = {1, 2, 120}, .kernel = {13}, .strides = {9}, .dilations = {4}, .ceilMode = true},
        {.x = {1, 2, 21, 29}, .kernel = {3, 15}, .pads = {1, 7, 1, 7}},
        {.x = {1, 2, 20, 29}, .kernel = {15, 16}, .pads = {7, 8, 7, 7}},
        {.x = {2, 2, 33, 30}, .kernel = {11, 13}, .strides = {3, 2}, .pads = {5, 0, 2, 6}, .ceilMode = true},
        {.x = {1, 2, 40, 47}, .kernel = {10, 9}, .dilations = {2, 3}, .pads = {0, 4, 9, 0}},
        {.x = {1, 2, 25, 31}, .kernel = {12, 12}, .strides = {1, 2}, .pads = {1, 0, -1, -2}},
        {.x = {1, 2, 9, 12, 10}, .kernel = {5, 6, 7}, .strides = {2, 1, 3}, .pads = {2, 2, 3, 2, 3, 3}},
        {.x = {1, 2, 5, 30, 30}, .kernel = {1, 12, 12}, .strides = {2, 1, 1}},
    };
    for (Setting s : settings) {
        for (const DataType type : {DataType::Float32, DataType::Float16}) {
            s.type = type;
            s.hasNaN = false;
            cases.push_back(poolCase("MaxPool", s));
            if (s.kernel.size() < 3) {
                cases.push_back(poolCase("MaxPool", s, true));
            }
            cases.push_back(poolCase("AveragePool", s));
            s.countsPads = true;
            cases.push_back(poolCase("AveragePool", s));
            s.countsPads = false;
            s.hasNaN = true;
            cases.push_back(poolCase("MaxPool", s));
        }
        s.hasNaN = false;
        s.type = DataType::UInt8;
        cases.push_back(poolCase("MaxPool", s));
        s.type = DataType::Float64;
        cases.push_back(poolCase("AveragePool", s));
    }
}

// As many taps as there are elements, not all of which they meet.
void addSpread(CaseList& cases)
{
    const auto add = [&](const char* opType, int64_t opset, double y) {
        OperatorCase test {.name = "dilated beyond its input", .opType = opType, .opset = opset};
        test.inputs = {tensorOf(DataType::Float32, {1, 1, 3}, {1, 9, 2})};
        test.attributes.set("kernel_shape", Shape {3});
        test.attributes.set("dilations", Shape {2});
        test.attributes.set("strides", Shape {3});
        test.attributes.set("ceil_mode", int64_t {1});
        test.expected = {tensorOf(DataType::Float32, {1, 1, 1}, {y})};
        cases.push_back(std::move(test));
    };
    add("MaxPool", 12, 2);
    add("AveragePool", 19, 1.5);
    add("LpPool", 18, std::sqrt(5.0));
}

} // namespace

void addCases(CaseList& cases)
{
    addUnpoolCases(cases);
    addRowsOfEights(cases);
    addLargeWindows(cases);
    addSpread(cases);
    const std::vector<Setting> settings {
        {.x = {2, 3, 11}, .kernel = {3}},
        {.x = {1, 3, 12}, .kernel = {3}, .strides = {2}, .pads = {1, 0}},
        {.x = {2, 3, 7, 9}, .kernel = {3, 2}, .strides = {2, 3}},
        {.x = {1, 2, 8, 8}, .kernel = {3, 3}, .strides = {2, 2}, .pads = {1, 1, 1, 1}, .ceilMode = true},
        {.x = {1, 2, 6, 7}, .kernel = {2, 2}, .strides = {3, 3}, .ceilMode = true},
        {.x = {1, 2, 7, 8}, .kernel = {3, 3}, .strides = {2, 2}, .autoPad = "SAME_UPPER"},
        {.x = {1, 2, 7, 8}, .kernel = {2, 4}, .strides = {2, 1}, .autoPad = "SAME_LOWER"},
        {.x = {1, 2, 5, 6, 4}, .kernel = {2, 3, 2}, .strides = {2, 1, 2}, .pads = {1, 1, 0, 0, 1, 1}},
        {.x = {1, 2, 9, 9}, .kernel = {3, 2}, .dilations = {2, 3}, .pads = {1, 0, 0, 1}},
        {.x = {1, 2, 9, 10}, .kernel = {3, 3}, .strides = {2, 4}, .pads = {1, 0, -1, -2}},
        {.x = {0, 2, 5, 5}, .kernel = {2, 2}},
        {.x = {1, 2, 1, 6}, .kernel = {2, 2}, .strides = {2, 2}},
        {.x = {1, 2, 3, 1}, .kernel = {2, 3}, .strides = {1, 3}, .ceilMode = true},
    };
    for (const Setting& s : settings) {
        cases.push_back(poolCase("MaxPool", s));
        cases.push_back(poolCase("AveragePool", s));
        cases.push_back(poolCase("LpPool", s));
        Setting counting = s;
        counting.countsPads = true;
        cases.push_back(poolCase("AveragePool", counting));
    }
    for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float64}) {
        Setting s = settings[2];
        s.type = type;
        cases.push_back(poolCase("MaxPool", s));
        cases.push_back(poolCase("AveragePool", s));
    }
    for (const DataType type : {DataType::Int8, DataType::UInt8}) {
        Setting s = settings[3];
        s.type = type;
        cases.push_back(poolCase("MaxPool", s));
    }
    for (const int64_t order : {0, 1}) {
        Setting s = settings[2];
        s.storageOrder = order;
        cases.push_back(poolCase("MaxPool", s, true));
        s = settings[7];
        s.storageOrder = order;
        cases.push_back(poolCase("MaxPool", s, true));
    }
    // Windows that are their input, which are reductions.
    for (const std::string op : {"MaxPool", "AveragePool", "LpPool"}) {
        cases.push_back(poolCase(op, {.x = {2, 3, 4, 5}, .kernel = {4, 5}}));
        cases.push_back(poolCase(op, {.x = {2, 3, 4, 5}, .kernel = {4, 5}, .type = DataType::Float16}));
        // Windows of more taps than the loop rounds llvmpipe makes.
        cases.push_back(poolCase(op, {.x = {1, 1, 256, 258}, .kernel = {256, 257}}));
    }
    cases.push_back(poolCase("MaxPool", {.x = {1, 2, 256, 258}, .kernel = {256, 257}}, true));
    OperatorCase unpadded = poolCase("MaxPool", settings[2]);
    unpadded.name = "an empty auto_pad";
    unpadded.attributes.set("auto_pad", std::string());
    cases.push_back(unpadded);
    addGlobal(cases, DataType::Float32);
    addGlobal(cases, DataType::Float16);
    OperatorCase missing = poolCase("MaxPool", settings[2]);
    missing.name = "no kernel_shape";
    missing.attributes = {};
    missing.expectedError = "'kernel_shape' is required";
    cases.push_back(missing);
    OperatorCase rank = poolCase("AveragePool", settings[2]);
    rank.name = "kernel of another rank";
    rank.attributes.set("kernel_shape", Shape {3});
    rank.expectedError = "expected 2 positive sizes";
    cases.push_back(rank);
}

} // namespace weightless::ops::pooling
