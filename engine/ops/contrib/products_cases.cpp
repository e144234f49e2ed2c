// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/contrib/contribcases.h"

#include <algorithm>
#include <cmath>

namespace weightless::ops::contrib {

namespace {

struct MatMulOptions {
    bool transA = false;
    bool transB = false;
    float alpha = 1;
};

// a and b share their batch dimensions, or b has none.
OperatorCase matMulCase(DataType type, const Shape& aShape, const Shape& bShape, const MatMulOptions& options)
{
    OperatorCase test = contribCase(toString(TensorDescriptor {type, aShape}) + " x " + toString(bShape)
            + (options.transA ? " transA" : "") + (options.transB ? " transB" : ""),
        "FusedMatMul", type);
    const HostTensor a = randomTensor(type, aShape, 1);
    const HostTensor b = randomTensor(type, bShape, 2);
    const int64_t aRows = aShape[aShape.size() - 2];
    const int64_t bRows = bShape[bShape.size() - 2];
    const int64_t rows = options.transA ? aShape.back() : aRows;
    const int64_t depth = options.transA ? aRows : aShape.back();
    const int64_t columns = options.transB ? bRows : bShape.back();
    Shape shape(aShape.begin(), aShape.end() - 2);
    const int64_t batch = elementCount(shape).value_or(0);
    shape.insert(shape.end(), {rows, columns});
    HostTensor y = makeHostTensor({type, shape});
    for (int64_t m = 0; m < batch; ++m) {
        const int64_t firstB = bShape.size() == 2 ? 0 : m * depth * columns;
        for (int64_t i = 0; i < rows; ++i) {
            for (int64_t j = 0; j < columns; ++j) {
                double sum = 0;
                for (int64_t k = 0; k < depth; ++k) {
                    const int64_t at = m * rows * depth + (options.transA ? k * rows + i : i * depth + k);
                    const int64_t bt = firstB + (options.transB ? j * depth + k : k * columns + j);
                    sum += elementAsDouble(a, static_cast<size_t>(at))
                        * elementAsDouble(b, static_cast<size_t>(bt));
                }
                setElement(y, static_cast<size_t>((m * rows + i) * columns + j),
                    sum * static_cast<double>(options.alpha));
            }
        }
    }
    test.inputs = {a, b};
    test.attributes.set("transA", int64_t {options.transA ? 1 : 0});
    test.attributes.set("transB", int64_t {options.transB ? 1 : 0});
    test.attributes.set("alpha", options.alpha);
    test.expected = {std::move(y)};
    return test;
}

// [batches, rows, columns] as transBatch has it: [rows, batches, columns].
HostTensor rowsFirst(const HostTensor& tensor)
{
    Shape shape = tensor.descriptor.shape;
    const auto columns = static_cast<size_t>(shape.back());
    const auto rows = static_cast<size_t>(shape[shape.size() - 2]);
    std::rotate(shape.begin(), shape.end() - 2, shape.end() - 1);
    HostTensor result = makeHostTensor({tensor.descriptor.type, shape});
    const size_t batches = static_cast<size_t>(elementCount(shape).value_or(0)) / (rows * columns);
    for (size_t i = 0; i < batches * rows * columns; ++i) {
        const size_t batch = i / columns / rows;
        const size_t row = i / columns % rows;
        setElement(result, (row * batches + batch) * columns + i % columns, elementAsDouble(tensor, i));
    }
    return result;
}

OperatorCase transBatchCase(
    bool a, bool b, const Shape& aShape, const Shape& bShape, const MatMulOptions& options)
{
    OperatorCase test = matMulCase(DataType::Float32, aShape, bShape, options);
    test.name += std::string(a ? " transBatchA" : "") + (b ? " transBatchB" : "");
    test.attributes.set("transBatchA", int64_t {a ? 1 : 0});
    test.attributes.set("transBatchB", int64_t {b ? 1 : 0});
    test.inputs[0] = a ? rowsFirst(*test.inputs[0]) : test.inputs[0];
    test.inputs[1] = b ? rowsFirst(*test.inputs[1]) : test.inputs[1];
    return test;
}

// A convolution of one pixel's filters (the window is Conv's matter), something to add, an activation.
OperatorCase convCase(const std::string& activation, const std::vector<float>& parameters, bool adds,
    const std::function<double(double)>& f)
{
    OperatorCase test = contribCase(activation + (adds ? " and a sum" : ""), "FusedConv", DataType::Float32);
    const HostTensor x = randomTensor(DataType::Float32, {1, 3, 2, 5}, 1);
    const HostTensor w = randomTensor(DataType::Float32, {4, 3, 1, 1}, 2);
    const HostTensor bias = randomTensor(DataType::Float32, {4}, 3);
    const HostTensor z = randomTensor(DataType::Float32, {1, 4, 2, 5}, 4);
    HostTensor y = makeHostTensor(z.descriptor);
    for (size_t i = 0; i < 40; ++i) {
        double sum = elementAsDouble(bias, i / 10) + (adds ? elementAsDouble(z, i) : 0);
        for (size_t c = 0; c < 3; ++c) {
            sum += elementAsDouble(x, c * 10 + i % 10) * elementAsDouble(w, i / 10 * 3 + c);
        }
        setElement(y, i, f(sum));
    }
    test.inputs = {x, w, bias};
    if (adds) {
        test.inputs.emplace_back(z);
    }
    test.attributes.set("activation", activation);
    if (!parameters.empty()) {
        test.attributes.set("activation_params", parameters);
    }
    test.expected = {std::move(y)};
    return test;
}

// Images with their channels last, a filter of one row and two columns, which has its channels last, too,
// where nothing is fused.
OperatorCase channelsLastCase(bool isFused)
{
    OperatorCase test = contribCase("1 x 2", isFused ? "NhwcFusedConv" : "NhwcConv", DataType::Float32);
    const HostTensor x = randomTensor(DataType::Float32, {2, 3, 5, 3}, 1);
    const HostTensor w =
        randomTensor(DataType::Float32, isFused ? Shape {4, 3, 1, 2} : Shape {4, 1, 2, 3}, 2);
    const HostTensor bias = randomTensor(DataType::Float32, {4}, 3);
    const HostTensor z = randomTensor(DataType::Float32, {2, 3, 4, 4}, 4);
    HostTensor y = makeHostTensor(z.descriptor);
    for (size_t i = 0; i < 96; ++i) {
        const size_t filter = i % 4;
        const size_t pixel = i / 16 * 5 + i / 4 % 4;
        double sum = elementAsDouble(bias, filter) + (isFused ? elementAsDouble(z, i) : 0);
        for (size_t c = 0; c < 3; ++c) {
            for (size_t k = 0; k < 2; ++k) {
                const size_t weight = isFused ? (filter * 3 + c) * 2 + k : (filter * 2 + k) * 3 + c;
                sum += elementAsDouble(x, (pixel + k) * 3 + c) * elementAsDouble(w, weight);
            }
        }
        setElement(y, i, isFused ? std::tanh(sum) : sum);
    }
    test.inputs = {x, w, bias};
    if (isFused) {
        test.inputs.emplace_back(z);
        test.attributes.set("activation", std::string("Tanh"));
    }
    test.expected = {std::move(y)};
    return test;
}

// ONNX Runtime's own test Conv2D_Bias_1.
OperatorCase channelsLastExample()
{
    OperatorCase test = contribCase("sums of 2 x 2 pixels", "NhwcConv", DataType::Float32);
    test.attributes.set("kernel_shape", std::vector<int64_t> {2, 2});
    test.inputs = {tensorOf(DataType::Float32, {1, 3, 3, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9}),
        tensorOf(DataType::Float32, {2, 2, 2, 1}, std::vector<double>(8, 1.0)),
        tensorOf(DataType::Float32, {2}, {1, -1})};
    test.expected = {tensorOf(DataType::Float32, {1, 2, 2, 2}, {13, 11, 17, 15, 25, 23, 29, 27})};
    return test;
}

OperatorCase gemmCase(const std::string& activation, const std::function<double(double)>& f)
{
    OperatorCase test = contribCase(activation, "FusedGemm", DataType::Float32);
    const HostTensor a = randomTensor(DataType::Float32, {3, 5}, 1);
    const HostTensor b = randomTensor(DataType::Float32, {7, 5}, 2);
    const HostTensor c = randomTensor(DataType::Float32, {7}, 3);
    HostTensor y = makeHostTensor({DataType::Float32, {3, 7}});
    for (size_t i = 0; i < 21; ++i) {
        double sum = elementAsDouble(c, i % 7);
        for (size_t k = 0; k < 5; ++k) {
            sum += elementAsDouble(a, i / 7 * 5 + k) * elementAsDouble(b, i % 7 * 5 + k);
        }
        setElement(y, i, f(sum));
    }
    test.inputs = {a, b, c};
    test.attributes.set("transB", int64_t {1});
    test.attributes.set("activation", activation);
    test.attributes.set("activation_alpha", 0.25f);
    test.expected = {std::move(y)};
    return test;
}

// a [rows, depth] and b [depth, columns] of bytes without their zero points: exact sums.
double byteProduct(const HostTensor& a, const HostTensor& b, size_t row, size_t column, int64_t aZero,
    const HostTensor* bZero)
{
    const auto depth = static_cast<size_t>(b.descriptor.shape[0]);
    const auto columns = static_cast<size_t>(b.descriptor.shape[1]);
    double sum = 0;
    for (size_t k = 0; k < depth; ++k) {
        const int64_t zero =
            bZero == nullptr ? 0 : elementAsInt64(*bZero, bZero->bytes.size() == 1 ? 0 : column);
        sum += static_cast<double>(
            (elementAsInt64(a, row * depth + k) - aZero) * (elementAsInt64(b, k * columns + column) - zero));
    }
    return sum;
}

OperatorCase toFloatCase(DataType left, DataType right, bool isPerColumn, bool hasBias)
{
    OperatorCase test = contribCase(toString(left) + " x " + toString(right)
            + (isPerColumn ? ", per column" : "") + (hasBias ? ", bias" : ""),
        "MatMulIntegerToFloat", DataType::Float32);
    const HostTensor a = randomTensor(left, {3, 6}, 1, 0, 100);
    const HostTensor b = randomTensor(right, {6, 5}, 2, 0, 100);
    const int64_t scales = isPerColumn ? 5 : 1;
    const HostTensor bScale = randomTensor(DataType::Float32, {scales}, 3, 0.01, 0.1);
    const HostTensor bZero = randomTensor(right, {scales}, 4, 0, 9);
    const HostTensor bias = randomTensor(DataType::Float32, {5}, 5);
    HostTensor y = makeHostTensor({DataType::Float32, {3, 5}});
    for (size_t i = 0; i < 15; ++i) {
        const double sum = byteProduct(a, b, i / 5, i % 5, 3, &bZero);
        setElement(y, i,
            sum * 0.25 * elementAsDouble(bScale, isPerColumn ? i % 5 : 0)
                + (hasBias ? elementAsDouble(bias, i % 5) : 0));
    }
    test.inputs = {a, b, tensorOf(DataType::Float32, {1}, {0.25}), bScale, tensorOf(left, {}, {3}), bZero};
    if (hasBias) {
        test.inputs.emplace_back(bias);
    }
    test.expected = {std::move(y)};
    return test;
}

OperatorCase dynamicCase(bool hasZero, bool hasBias)
{
    OperatorCase test = contribCase(std::string(hasZero ? "zero point" : "none") + (hasBias ? ", bias" : ""),
        "DynamicQuantizeMatMul", DataType::Float32);
    const HostTensor x = randomTensor(DataType::Float32, {2, 3, 6}, 1, -1, 3);
    const HostTensor b = randomTensor(DataType::Int8, {6, 5}, 2, -100, 100);
    const HostTensor bScale = tensorOf(DataType::Float32, {}, {0.125});
    const HostTensor bZero = tensorOf(DataType::Int8, {}, {-4});
    const HostTensor bias = randomTensor(DataType::Float32, {5}, 5);
    float least = 0;
    float most = 0;
    for (const float value : x.as<float>()) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
    const float scale = (most - least) / 255;
    const auto zero = static_cast<int64_t>(std::nearbyint(-least / scale));
    HostTensor a = makeHostTensor({DataType::UInt8, {6, 6}});
    for (size_t i = 0; i < 36; ++i) {
        setElement(a, i, static_cast<int64_t>(std::nearbyint(x.as<float>()[i] / scale)) + zero);
    }
    HostTensor y = makeHostTensor({DataType::Float32, {2, 3, 5}});
    for (size_t i = 0; i < 30; ++i) {
        setElement(y, i,
            byteProduct(a, b, i / 5, i % 5, zero, hasZero ? &bZero : nullptr) * static_cast<double>(scale)
                    * 0.125
                + (hasBias ? elementAsDouble(bias, i % 5) : 0));
    }
    test.inputs = {x, b, bScale};
    if (hasZero || hasBias) {
        test.inputs.push_back(hasZero ? std::optional(bZero) : std::nullopt);
    }
    if (hasBias) {
        test.inputs.emplace_back(bias);
    }
    test.expected = {std::move(y)};
    return test;
}

OperatorCase quantizedGemmCase(bool isQuantized, bool hasC)
{
    OperatorCase test = contribCase(
        std::string(isQuantized ? "uint8" : "float32") + (hasC ? ", c" : ""), "QGemm", DataType::Float32);
    const HostTensor a = randomTensor(DataType::UInt8, {3, 6}, 1, 0, 200);
    const HostTensor b = randomTensor(DataType::Int8, {5, 6}, 2, -100, 100);
    const HostTensor c = randomTensor(DataType::Int32, {5}, 3, -1000, 1000);
    HostTensor y = makeHostTensor({isQuantized ? DataType::UInt8 : DataType::Float32, {3, 5}});
    for (size_t i = 0; i < 15; ++i) {
        double sum = hasC ? elementAsDouble(c, i % 5) : 0;
        for (size_t k = 0; k < 6; ++k) {
            sum += (elementAsDouble(a, i / 5 * 6 + k) - 7) * elementAsDouble(b, i % 5 * 6 + k);
        }
        const double scaled = sum * 0.125 * 0.0625 * 2;
        if (isQuantized) {
            setElement(y, i, static_cast<int64_t>(std::clamp(std::nearbyint(scaled / 4) + 100, 0.0, 255.0)));
        } else {
            setElement(y, i, scaled);
        }
    }
    test.inputs = {a, tensorOf(DataType::Float32, {}, {0.125}), tensorOf(DataType::UInt8, {}, {7}), b,
        tensorOf(DataType::Float32, {}, {0.0625}), tensorOf(DataType::Int8, {}, {0})};
    if (hasC || isQuantized) {
        test.inputs.push_back(hasC ? std::optional(c) : std::nullopt);
    }
    if (isQuantized) {
        test.inputs.insert(
            test.inputs.end(), {tensorOf(DataType::Float32, {}, {4}), tensorOf(DataType::UInt8, {}, {100})});
    }
    test.attributes.set("transB", int64_t {1});
    test.attributes.set("alpha", 2.0f);
    test.expected = {std::move(y)};
    return test;
}

// Activations that no kernel of a product has, with their parameters: gemmCase() gives an alpha of 0.25.
void addFollowingActivations(CaseList& cases)
{
    const auto softplus = [](double x) { return std::log1p(std::exp(x)); };
    const auto elu = [](double x) { return x < 0 ? 0.25 * std::expm1(x) : x; };
    cases.push_back(gemmCase("Elu", elu));
    cases.push_back(gemmCase("Celu", [](double x) { return x < 0 ? 0.25 * std::expm1(x / 0.25) : x; }));
    cases.push_back(gemmCase("HardSigmoid", [](double x) { return std::clamp(0.25 * x + 0.5, 0.0, 1.0); }));
    cases.push_back(gemmCase("Softplus", softplus));
    cases.push_back(gemmCase("Softsign", [](double x) { return x / (1 + std::fabs(x)); }));
    cases.push_back(gemmCase("ThresholdedRelu", [](double x) { return x > 0.25 ? x : 0; }));
    OperatorCase selu = gemmCase("Selu", [](double x) { return 1.5 * (x < 0 ? 0.25 * std::expm1(x) : x); });
    selu.attributes.set("activation_gamma", 1.5f);
    cases.push_back(selu);
    cases.push_back(convCase("Elu", {0.25f}, true, elu));
    OperatorCase unknown = gemmCase("Relu", [](double x) { return x; });
    unknown.attributes.set("activation", std::string("Frown"));
    unknown.expectedError = "the activation 'Frown'";
    cases.push_back(unknown);
}

} // namespace

void addProductCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        cases.push_back(matMulCase(type, {2, 3, 5}, {2, 7, 5}, {.transB = true, .alpha = 0.5f}));
        cases.push_back(matMulCase(type, {5, 3}, {5, 7}, {.transA = true, .alpha = 2}));
    }
    cases.push_back(
        matMulCase(DataType::Float32, {2, 2, 5, 3}, {2, 2, 7, 5}, {.transA = true, .transB = true}));
    cases.push_back(matMulCase(DataType::Float32, {3, 4, 6}, {6, 7}, {}));
    cases.push_back(matMulCase(DataType::Float32, {3, 4, 6}, {7, 6}, {.transB = true, .alpha = 3}));
    cases.push_back(matMulCase(DataType::Float32, {0, 4, 6}, {7, 6}, {.transB = true}));
    OperatorCase row =
        matMulCase(DataType::Float32, {1, 7}, {5, 7}, {.transB = true, .alpha = 2}); // vectors, as MatMul
    row.name = "a vector x " + row.name;
    row.inputs[0]->descriptor.shape = {7};
    row.expected[0].descriptor.shape = {5};
    cases.push_back(row);
    OperatorCase column = matMulCase(DataType::Float32, {7, 5}, {7, 1}, {.transA = true});
    column.name += " of a vector";
    column.inputs[1]->descriptor.shape = {7};
    column.expected[0].descriptor.shape = {5};
    cases.push_back(column);
    OperatorCase large = matMulCase(DataType::Float32, {64, 72}, {80, 72}, {.transB = true, .alpha = 0.25f});
    cases.push_back(large);
    cases.push_back(transBatchCase(true, false, {3, 4, 6}, {6, 7}, {}));
    cases.push_back(transBatchCase(true, true, {2, 3, 4, 6}, {2, 3, 6, 7}, {.alpha = 2}));
    cases.push_back(transBatchCase(true, true, {3, 6, 4}, {3, 7, 6}, {.transA = true, .transB = true}));
    cases.push_back(transBatchCase(false, true, {3, 4, 6}, {3, 7, 6}, {.transB = true, .alpha = 0.5f}));
    OperatorCase wrong = matMulCase(DataType::Float32, {3, 5}, {7, 5}, {.transB = true});
    wrong.attributes.set("transB", int64_t {0});
    wrong.expectedError = "have no product with transA = 0 and transB = 0";
    cases.push_back(wrong);

    const auto relu = [](double x) { return std::max(x, 0.0); };
    cases.push_back(convCase("Relu", {}, false, relu));
    cases.push_back(convCase("Relu", {}, true, relu));
    cases.push_back(convCase("LeakyRelu", {0.5f}, true, [](double x) { return x < 0 ? x * 0.5 : x; }));
    cases.push_back(
        convCase("Clip", {-1.0f, 2.0f}, false, [](double x) { return std::clamp(x, -1.0, 2.0); }));
    cases.push_back(convCase("Tanh", {}, true, [](double x) { return std::tanh(x); }));
    cases.push_back(convCase("Sigmoid", {}, false, [](double x) { return 1 / (1 + std::exp(-x)); }));
    cases.push_back(convCase(
        "HardSigmoid", {0.25f, 0.5f}, false, [](double x) { return std::clamp(0.25 * x + 0.5, 0.0, 1.0); }));
    OperatorCase unknown = convCase("Relu", {}, false, relu);
    unknown.attributes.set("activation", std::string("Frown"));
    unknown.expectedError = "the activation 'Frown'";
    cases.push_back(unknown);
    cases.push_back(channelsLastCase(false));
    cases.push_back(channelsLastCase(true));
    cases.push_back(channelsLastExample());
    cases.push_back(gemmCase("Relu", relu));
    cases.push_back(gemmCase("LeakyRelu", [](double x) { return x < 0 ? x * 0.25 : x; }));
    cases.push_back(gemmCase("Tanh", [](double x) { return std::tanh(x); }));
    addFollowingActivations(cases);

    cases.push_back(toFloatCase(DataType::UInt8, DataType::Int8, false, false));
    cases.push_back(toFloatCase(DataType::UInt8, DataType::UInt8, true, true));
    cases.push_back(toFloatCase(DataType::Int8, DataType::Int8, true, false));
    cases.push_back(dynamicCase(true, true));
    cases.push_back(dynamicCase(false, true));
    cases.push_back(dynamicCase(false, false));
    for (const bool isQuantized : {false, true}) {
        cases.push_back(quantizedGemmCase(isQuantized, false));
        cases.push_back(quantizedGemmCase(isQuantized, true));
    }
    OperatorCase bytes = toFloatCase(DataType::UInt8, DataType::Int8, false, false);
    bytes.inputs[0] = randomTensor(DataType::Int32, {3, 6}, 1);
    bytes.expectedError = "expected int8 or uint8";
    cases.push_back(bytes);
}

} // namespace weightless::ops::contrib
