// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/ops/testing/operatorcase.h"
#include "engine/runtime/context.h"
#include "engine/runtime/graphbuilder.h"
#include "tests/engine/ops/tensordifference.h"
#include "tests/needsdevice.h"

#include <QTest>

#include <array>

using namespace weightless;
using namespace weightless::ops;

namespace {

HostTensor padded(const HostTensor& tensor, int64_t before)
{
    const int64_t count = elementCount(tensor.descriptor.shape).value_or(0);
    HostTensor flat = makeHostTensor({tensor.descriptor.type, {before + count}});
    for (int64_t i = 0; i < count; ++i) {
        setElement(flat, static_cast<size_t>(before + i), elementAsDouble(tensor, static_cast<size_t>(i)));
    }
    return flat;
}

int64_t elementsOf(const TensorDescriptor& descriptor)
{
    return elementCount(descriptor.shape).value_or(0);
}

struct Sizes {
    int64_t rows = 0;
    int64_t depth = 0;
    int64_t columns = 0;
};

// A graph whose operands are views into longer tensors, each a few elements behind where that begins.
class Views {
public:
    explicit Views(const std::shared_ptr<Context>& context)
        : m_context(context)
        , m_builder(context, 17)
    {
    }

    Operand view(const HostTensor& tensor, int64_t before)
    {
        const std::string name = "input " + std::to_string(m_inputs.size());
        m_inputs.push_back(padded(tensor, before));
        const Operand whole = m_builder.input(name, m_inputs.back().descriptor);
        const int64_t end = before + elementsOf(tensor.descriptor);
        const Operand slice =
            m_builder.node("Slice", {whole, vectorOf({before}), vectorOf({end}), vectorOf({0})});
        return m_builder.node("Reshape", {slice, vectorOf(tensor.descriptor.shape)});
    }

    // What the graph makes itself, at a place of its choice.
    Operand computed(const HostTensor& tensor) { return m_builder.node("Relu", {view(tensor, 0)}); }

    HostTensor result(std::string_view opType, const std::vector<Operand>& operands,
        const Attributes& attributes, std::string_view domain = "")
    {
        const std::vector<std::optional<Operand>> inputs(operands.begin(), operands.end());
        const Operand y = m_builder.node(opType, inputs, attributes, 1, "node", domain).front();
        const std::shared_ptr<Graph> graph = m_builder.build(std::array {std::pair {std::string("y"), y}});
        NamedTensors tensors;
        for (size_t i = 0; i < m_inputs.size(); ++i) {
            const auto tensor = m_context->createTensor(m_inputs[i].descriptor);
            m_context->writeTensor(*tensor, m_inputs[i].bytes);
            tensors["input " + std::to_string(i)] = tensor;
        }
        std::shared_ptr<Tensor> output;
        m_context->dispatch(*graph, tensors, [&](const std::string&, const TensorDescriptor& descriptor) {
            return output = m_context->createTensor(descriptor);
        });
        return m_context->readTensors(std::array {output}).front();
    }

private:
    Operand vectorOf(const std::vector<int64_t>& values)
    {
        HostTensor tensor = makeHostTensor({DataType::Int64, {static_cast<int64_t>(values.size())}});
        for (size_t i = 0; i < values.size(); ++i) {
            setElement(tensor, i, values[i]);
        }
        return m_builder.constant(tensor.descriptor, tensor.bytes);
    }

    std::shared_ptr<Context> m_context;
    GraphBuilder m_builder;
    std::vector<HostTensor> m_inputs;
};

Attributes withKernel(const std::string& kernel)
{
    Attributes attributes;
    attributes.set("weightless.kernel", kernel);
    return attributes;
}

} // namespace

// The kernels that read 16 bytes at a time where they may: operands that begin anywhere yield what those
// yield that begin where memory does.
class TestProductViews : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        ContextOptions options;
        options.validation = true;
        try {
            m_context = Context::create(std::move(options));
        } catch (const Error& error) {
            WEIGHTLESS_NEEDS_DEVICE(false, error.what());
        }
    }

    void products_data()
    {
        QTest::addColumn<std::string>("kernel");
        QTest::addColumn<DataType>("type");
        QTest::addColumn<bool>("isTransposed");
        QTest::addColumn<Sizes>("sizes");
        const auto add = [](const std::string& kernel, DataType type, bool isTransposed, const Sizes& n) {
            QTest::addRow("%s, %s, %d x %d x %d%s", kernel.c_str(), toString(type).c_str(), int(n.rows),
                int(n.depth), int(n.columns), isTransposed ? ", transposed" : "")
                << kernel << type << isTransposed << n;
        };
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            for (const bool isTransposed : {false, true}) {
                for (const Sizes n : {Sizes {1, 80, 72}, {3, 80, 72}, {2, 45, 72}}) {
                    add("vector", type, isTransposed, n);
                }
                for (const Sizes n : {Sizes {9, 80, 72}, {9, 45, 72}, {9, 24, 67}, {5, 45, 5}}) {
                    add("wide", type, isTransposed, n);
                }
            }
        }
    }

    void products()
    {
        QFETCH(const std::string, kernel);
        QFETCH(const DataType, type);
        QFETCH(const bool, isTransposed);
        QFETCH(const Sizes, sizes);
        const auto& [rows, depth, columns] = sizes;
        const HostTensor a = randomTensor(type, {rows, depth}, 1);
        const HostTensor b =
            randomTensor(type, isTransposed ? Shape {columns, depth} : Shape {depth, columns}, 2);
        const auto product = [&](int64_t beforeA, int64_t beforeB, const std::string& by) {
            Views views(m_context);
            Attributes attributes = withKernel(by);
            attributes.set("transB", int64_t {isTransposed});
            return views.result("Gemm", {views.view(a, beforeA), views.view(b, beforeB)}, attributes);
        };
        const HostTensor expected = product(0, 0, "plain");
        const double tolerance = type == DataType::Float32 ? 1e-4 : type == DataType::Float16 ? 1e-2 : 1e-1;
        for (const auto& [beforeA, beforeB] :
            {std::pair {0, 0}, {0, 1}, {3, 0}, {4, 4}, {8, 16}, {5, 3}, {1, 7}}) {
            const std::string difference =
                tensorDifference(product(beforeA, beforeB, kernel), expected, tolerance, tolerance);
            QVERIFY2(difference.empty(),
                (std::to_string(beforeA) + ", " + std::to_string(beforeB) + ": " + difference).c_str());
        }
        QCOMPARE(m_context->validationMessages(), uint64_t {0});
    }

    void sharedTiles_data()
    {
        QTest::addColumn<DataType>("type");
        for (const DataType type : {DataType::Float32, DataType::Float16}) {
            QTest::addRow("%s", toString(type).c_str()) << type;
        }
    }

    // Tiles in shared memory make each sum in the same order, in one part or in three, whatever their size.
    void sharedTiles()
    {
        QFETCH(const DataType, type);
        const HostTensor a = randomTensor(type, {70, 133}, 1);
        const HostTensor b = randomTensor(type, {133, 75}, 2);
        const HostTensor x = randomTensor(type, {2, 5, 7, 9}, 3);
        const HostTensor w = randomTensor(type, {70, 5, 3, 3}, 4);
        const auto product = [&](const std::string& by) {
            Views views(m_context);
            return views.result("Gemm", {views.view(a, 0), views.view(b, 0)}, withKernel(by)).bytes;
        };
        const auto convolution = [&](const std::string& by) {
            Views views(m_context);
            Attributes attributes = withKernel("image" + by);
            attributes.set("pads", std::vector<int64_t>(4, 1));
            return views.result("Conv", {views.view(x, 0), views.view(w, 0)}, attributes).bytes;
        };
        for (const std::string parts : {"", "split"}) {
            QVERIFY(product("shared64" + parts) == product("shared32" + parts));
            QVERIFY(product("shared64" + parts) == product("shared128" + parts));
            QVERIFY(convolution("shared64" + parts) == convolution("shared32" + parts));
            QVERIFY(convolution("shared64" + parts) == convolution("shared128" + parts));
        }
        QCOMPARE(m_context->validationMessages(), uint64_t {0});
    }

    void wideStores_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<int64_t>("width");
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            for (const int width : {24, 20, 12, 9}) {
                QTest::addRow("%s, %d", toString(type).c_str(), width) << type << int64_t {width};
            }
        }
    }

    // Software devices' kernel writes eight or four results at once, and reads as many to add to them, where
    // it is known that all of them begin at groups; the last residual does not.
    void wideStores()
    {
        QFETCH(const DataType, type);
        QFETCH(const int64_t, width);
        const HostTensor x = randomTensor(type, {2, 3, 5, width}, 1);
        const HostTensor w = randomTensor(type, {22, 3, 3, 3}, 2);
        const HostTensor bias = randomTensor(type, {22}, 3);
        const HostTensor residual = randomTensor(type, {2, 22, 5, width}, 4, 0, 1);
        const auto convolution = [&](const std::string& kernel, bool isComputed, int64_t before) {
            Views views(m_context);
            Attributes attributes = withKernel(kernel);
            attributes.set("pads", std::vector<int64_t>(4, 1));
            attributes.set("activation", std::string("Relu"));
            const Operand added = isComputed ? views.computed(residual) : views.view(residual, before);
            return views.result("FusedConv",
                {views.computed(x), views.view(w, 0), views.view(bias, 0), added}, attributes, "weightless");
        };
        const HostTensor expected = convolution("plain", true, 0);
        const double tolerance = type == DataType::Float32 ? 1e-4 : type == DataType::Float16 ? 1e-2 : 1e-1;
        for (const auto& [isComputed, before] : {std::pair {true, 0}, {false, 0}, {false, 3}}) {
            const std::string difference =
                tensorDifference(convolution("wide", isComputed, before), expected, tolerance, tolerance);
            QVERIFY2(difference.empty(), difference.c_str());
        }
        QCOMPARE(m_context->validationMessages(), uint64_t {0});
    }

    void residuals_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<std::string>("kernel");
        QTest::addColumn<Shape>("filter");
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            QTest::addRow("%s, rows apart", toString(type).c_str())
                << type << std::string("wide") << Shape {70, 6, 1, 1};
            QTest::addRow("%s, small tiles", toString(type).c_str())
                << type << std::string("winograd2") << Shape {9, 6, 3, 3};
            QTest::addRow("%s, large tiles", toString(type).c_str())
                << type << std::string("winograd4") << Shape {9, 6, 3, 3};
            QTest::addRow("%s, depthwise", toString(type).c_str())
                << type << std::string() << Shape {6, 1, 3, 3};
        }
    }

    // Rows of results that begin anywhere, and what is added to them somewhere else.
    void residuals()
    {
        QFETCH(const DataType, type);
        QFETCH(const std::string, kernel);
        QFETCH(const Shape, filter);
        const HostTensor x = randomTensor(type, {2, 6, 5, 7}, 1);
        const HostTensor w = randomTensor(type, filter, 2);
        const HostTensor bias = randomTensor(type, {filter[0]}, 3);
        const HostTensor residual = randomTensor(type, {2, filter[0], 5, 7}, 4, 0, 1);
        const auto convolution = [&](const std::string& by, bool isComputed, int64_t before) {
            Views views(m_context);
            Attributes attributes = withKernel(by);
            attributes.set("pads", std::vector<int64_t>(4, filter[2] / 2));
            attributes.set("group", 6 / filter[1]);
            attributes.set("activation", std::string("Relu"));
            const Operand added = isComputed ? views.computed(residual) : views.view(residual, before);
            return views.result("FusedConv",
                {views.computed(x), views.view(w, 1), views.view(bias, before), added}, attributes,
                "weightless");
        };
        const HostTensor expected = convolution("plain", true, 0);
        const double tolerance = type == DataType::Float32 ? 1e-4 : type == DataType::Float16 ? 1e-2 : 1e-1;
        for (const auto& [isComputed, before] : {std::pair {true, 0}, {false, 0}, {false, 3}, {false, 8}}) {
            const std::string difference =
                tensorDifference(convolution(kernel, isComputed, before), expected, tolerance, tolerance);
            QVERIFY2(difference.empty(), difference.c_str());
        }
        QCOMPARE(m_context->validationMessages(), uint64_t {0});
    }

    void packedWeights_data()
    {
        QTest::addColumn<DataType>("type");
        QTest::addColumn<int64_t>("bits");
        for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
            for (const int64_t bits : {2, 4, 8}) {
                QTest::addRow("%s, %lld bits", toString(type).c_str(), static_cast<long long>(bits))
                    << type << bits;
            }
        }
    }

    void packedWeights()
    {
        QFETCH(const DataType, type);
        QFETCH(const int64_t, bits);
        const int64_t depth = 192;
        const int64_t columns = 9;
        const HostTensor a = randomTensor(type, {2, depth}, 1);
        const HostTensor packed = randomTensor(DataType::UInt8, {columns, depth / 32, 4 * bits}, 2, 0, 255.9);
        const HostTensor scales = randomTensor(type, {columns, depth / 32}, 3, 0.01, 0.1);
        const auto product = [&](int64_t beforeA, int64_t beforePacked, const std::string& kernel) {
            Views views(m_context);
            Attributes attributes = withKernel(kernel);
            attributes.set("N", columns);
            attributes.set("K", depth);
            attributes.set("bits", bits);
            attributes.set("block_size", int64_t {32});
            return views.result("MatMulNBits",
                {views.view(a, beforeA), views.view(packed, beforePacked), views.view(scales, 1)}, attributes,
                "com.microsoft");
        };
        const HostTensor expected = product(0, 0, "packed");
        const double tolerance = type == DataType::Float32 ? 1e-4 : type == DataType::Float16 ? 2e-2 : 2e-1;
        for (const auto& [beforeA, beforePacked] :
            {std::pair {0, 0}, {0, 1}, {8, 16}, {3, 16}, {4, 4}, {1, 0}}) {
            const std::string difference =
                tensorDifference(product(beforeA, beforePacked, "vector"), expected, tolerance, tolerance);
            QVERIFY2(difference.empty(),
                (std::to_string(beforeA) + ", " + std::to_string(beforePacked) + ": " + difference).c_str());
        }
        QCOMPARE(m_context->validationMessages(), uint64_t {0});
    }

    void cleanupTestCase() { m_context.reset(); }

private:
    std::shared_ptr<Context> m_context;
};

QTEST_GUILESS_MAIN(TestProductViews)
#include "tst_productviews.moc"
