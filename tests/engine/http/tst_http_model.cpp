// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/http/httpclient.h"
#include "engine/http/httporigin.h"
#include "engine/http/httpresource.h"
#include "engine/onnx/reader.h"
#include "engine/onnx/writer.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/http/httpscene.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <algorithm>

using namespace weightless;
using namespace weightless::testing;

namespace {

// y = x + w0 + … with some large weights and a small one.
Model exampleModel()
{
    Model model;
    model.irVersion = 8;
    model.opsets = {{"", 17}};
    model.graph.name = "example";
    std::string previous = "x";
    for (int i = 0; i < 8; ++i) {
        auto constant = std::make_shared<ConstantInfo>();
        constant->name = "w" + std::to_string(i);
        constant->descriptor = {DataType::Float32, {i == 3 ? 1 : 400'000}};
        constant->sizeBytes = i == 3 ? 4 : 1'600'000;
        const std::string bytes = pattern(constant->sizeBytes);
        const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
        constant->source.range = MemoryRange {
            std::make_shared<const std::vector<std::byte>>(begin, begin + bytes.size()), 0, bytes.size()};
        Node node;
        node.opType = "Add";
        node.inputs = {previous, constant->name};
        previous = "y" + std::to_string(i);
        node.outputs = {previous};
        model.graph.constants.push_back(std::move(constant));
        model.graph.nodes.push_back(std::move(node));
    }
    model.graph.inputs.push_back({"x", DataType::Float32, SymbolicShape {}});
    model.graph.outputs.push_back({previous, DataType::Float32, SymbolicShape {}});
    return model;
}

struct ServedModel {
    explicit ServedModel(onnx_io::WeightLayout layout)
    {
        const auto path = folder / "m.onnx";
        onnx_io::WriteOptions options;
        options.layout = layout;
        onnx_io::writeModel(path, exampleModel(), {}, options);
        server.serve("dir/m.onnx", test::contentOf(path));
        if (layout == onnx_io::WeightLayout::External) {
            data = test::contentOf(folder / "m.onnx_data");
            server.serve("dir/m.onnx_data", data);
        }
    }

    [[nodiscard]] onnx_io::ReadResult read(const std::string& credentials = {})
    {
        http::HttpOrigin origin(
            http::HttpClient::create(impatient()), http::Url(server.url("dir/m.onnx", credentials)));
        return onnx_io::readModel(origin);
    }

    test::TemporaryFolder folder;
    TestServer server;
    std::string data;
};

} // namespace

class TestHttpModel : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { keepFromProxies(); }

    void structureIsReadByRanges();
    void structureIsReadInOrder();
    void externalDataLiesBesideTheUrl();
    void externalDataOfAKeyedFolder();
    void missingExternalData();
    void locationsThatLeaveTheFolder();
    void aPageIsNoModel();
    void aStructureWithoutEndIsRefused();
    void aStopIsNoticed();
};

void TestHttpModel::structureIsReadByRanges()
{
    ServedModel served(onnx_io::WeightLayout::Inline);
    const auto result = served.read("me:secret");
    const Model local = onnx_io::readModel(served.folder / "m.onnx").model;
    QVERIFY(result.problems.empty());
    QCOMPARE(displayPath(result.model.path), served.server.url("dir/m.onnx"));
    QCOMPARE(result.model.fileBytes, local.fileBytes);
    QCOMPARE(result.model.graph.nodes.size(), size_t {8});
    QCOMPARE(totalsOf(result.model).constantBytes, totalsOf(local).constantBytes);
    for (size_t i = 0; i < 8; ++i) {
        const ConstantInfo& constant = *result.model.graph.constants[i];
        const ConstantInfo& expected = *local.graph.constants[i];
        QCOMPARE(constant.name, expected.name);
        QCOMPARE(offsetBytes(constant.source), offsetBytes(expected.source));
        QCOMPARE(constant.value.has_value(), i == 3);
        QCOMPARE(describe(constant.source), describe(expected.source));
    }
    QVERIFY(result.model.graph.constants[3]->value->bytes == local.graph.constants[3]->value->bytes);
    // A small part of the 11 MB.
    QVERIFY2(served.server.sentBytes() < 1'500'000, std::to_string(served.server.sentBytes()).c_str());
}

void TestHttpModel::structureIsReadInOrder()
{
    ServedModel served(onnx_io::WeightLayout::Inline);
    served.server.setSupportsRanges(false);
    const auto result = served.read();
    QVERIFY(result.problems.empty());
    QCOMPARE(totalsOf(result.model).constantCount, uint64_t {8});
    QCOMPARE(served.server.requests().size(), size_t {2}); // the first look, and one pass
}

void TestHttpModel::externalDataLiesBesideTheUrl()
{
    ServedModel served(onnx_io::WeightLayout::External);
    const auto result = served.read("me:secret");
    QVERIFY2(result.problems.empty(), result.problems.empty() ? "" : result.problems[0].c_str());
    const auto& range = std::get<ResourceRange>(result.model.graph.constants[5]->source.range);
    QCOMPARE(range.resource->name(), served.server.url("dir/m.onnx_data"));
    QVERIFY(contentOf(*range.resource, range.offsetBytes, range.lengthBytes)
        == served.data.substr(range.offsetBytes, range.lengthBytes));
    for (const auto& request : served.server.requests()) {
        QCOMPARE(request.headers.at("authorization"), std::string("Basic bWU6c2VjcmV0"));
    }
}

// A query that opens a folder goes with what is beside the model; one that signs the model alone does not.
void TestHttpModel::externalDataOfAKeyedFolder()
{
    ServedModel served(onnx_io::WeightLayout::External);
    const std::string url = served.server.url("dir/m.onnx?key=1");
    served.server.serve("dir/m.onnx?key=1", test::contentOf(served.folder / "m.onnx"));
    served.server.serve("dir/m.onnx_data?key=1", served.data);
    for (const auto query : {http::SiblingQuery::None, http::SiblingQuery::Same}) {
        http::HttpOptions options = impatient();
        options.externalQuery = query;
        http::HttpOrigin origin(http::HttpClient::create(options), http::Url(url));
        QVERIFY(onnx_io::readModel(origin).problems.empty());
        const auto requests = served.server.requests();
        const auto isKeyed = [](const TestServer::Request& request) {
            return request.path == "dir/m.onnx_data?key=1";
        };
        QCOMPARE(std::ranges::any_of(requests, isKeyed), query == http::SiblingQuery::Same);
    }
}

void TestHttpModel::missingExternalData()
{
    ServedModel served(onnx_io::WeightLayout::External);
    served.server.setHook([](const TestServer::Request& request, TestServer::Answer& answer) {
        if (request.path == "dir/m.onnx_data") {
            answer.status = 404;
        }
    });
    const auto result = served.read();
    QVERIFY(!result.problems.empty());
    QVERIFY2(result.problems[0].find("its external data cannot be had: Cannot read '"
                 + served.server.url("dir/m.onnx_data") + "': the server answers 404 Not Found")
            != std::string::npos,
        result.problems[0].c_str());
    size_t asked = 0;
    for (const auto& request : served.server.requests()) {
        asked += request.path == "dir/m.onnx_data" ? 1 : 0;
    }
    QCOMPARE(asked, size_t {1});
}

void TestHttpModel::locationsThatLeaveTheFolder()
{
    ServedModel served(onnx_io::WeightLayout::External);
    http::HttpOrigin origin(http::HttpClient::create(), http::Url(served.server.url("dir/m.onnx")));
    const size_t before = served.server.requests().size();
    for (const std::string location : {"/etc/passwd", "../m.onnx", "a/../../m.onnx", "http://evil/x", "c:\\x",
             "\\\\host\\x", "//host/x", ".."}) {
        EXPECT_ERROR(origin.externalRange(location), ErrorKind::InvalidArgument, "is refused");
    }
    QCOMPARE(served.server.requests().size(), before);
}

void TestHttpModel::aPageIsNoModel()
{
    TestServer server;
    server.serve("dir/m.onnx", "<html></html>");
    http::HttpOrigin origin(http::HttpClient::create(), http::Url(server.url("dir/m.onnx")));
    EXPECT_ERROR(
        onnx_io::readModel(origin), ErrorKind::InvalidArgument, "is no ONNX model: it is a text file");
    server.serve("dir/m.onnx", "");
    http::HttpOrigin empty(http::HttpClient::create(), http::Url(server.url("dir/m.onnx")));
    EXPECT_ERROR(onnx_io::readModel(empty), ErrorKind::InvalidArgument, "an empty file");
}

// Fields that mean nothing, each of them right, for as long as somebody reads on.
void TestHttpModel::aStructureWithoutEndIsRefused()
{
    constexpr uint64_t claimedBytes = uint64_t {1} << 50;
    TestServer server;
    server.setHook([&](const TestServer::Request& request, TestServer::Answer& answer) {
        answer = {};
        const uint64_t end = std::min(request.range->last + 1, claimedBytes);
        for (uint64_t offset = request.range->first; offset < end; ++offset) {
            constexpr std::string_view start = "\x08\x08\x08\x08"; // the version of the format, twice
            constexpr std::string_view field {"\xa0\x01\x80\x00", 4}; // number 20: zero, in two bytes
            answer.body += (offset < start.size() ? start : field)[offset % field.size()];
        }
        answer.status = 206;
        answer.headers["Content-Range"] = "bytes " + std::to_string(request.range->first) + "-"
            + std::to_string(end - 1) + "/" + std::to_string(claimedBytes);
    });
    http::HttpOptions options = impatient();
    options.structureLimitBytes = 4 << 20;
    http::HttpOrigin origin(http::HttpClient::create(options), http::Url(server.url("m.onnx")));
    EXPECT_ERROR(
        onnx_io::readModel(origin), ErrorKind::Io, "its structure, without the weights, has no end within");
    QVERIFY2(server.sentBytes() < 8 << 20, std::to_string(server.sentBytes()).c_str());
    // Each reader has the limit to itself.
    ServedModel served(onnx_io::WeightLayout::Inline);
    options.structureLimitBytes = 2 << 20;
    http::HttpOrigin usual(http::HttpClient::create(options), http::Url(served.server.url("dir/m.onnx")));
    for (int i = 0; i < 4; ++i) {
        QCOMPARE(onnx_io::readModel(usual).model.graph.nodes.size(), size_t {8});
    }
}

void TestHttpModel::aStopIsNoticed()
{
    ServedModel served(onnx_io::WeightLayout::Inline);
    std::stop_source stop;
    onnx_io::ReadOptions options;
    options.stopToken = stop.get_token();
    http::HttpOrigin origin(
        http::HttpClient::create(), http::Url(served.server.url("dir/m.onnx")), stop.get_token());
    served.server.setHook([&](const TestServer::Request&, TestServer::Answer& answer) {
        answer.stallAfter = 0;
        stop.request_stop();
    });
    EXPECT_ERROR(onnx_io::readModel(origin, options), ErrorKind::Cancelled, "cancelled");
}

QTEST_GUILESS_MAIN(TestHttpModel)
#include "tst_http_model.moc"
