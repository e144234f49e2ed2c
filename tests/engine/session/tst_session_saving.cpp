// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/demo.h"
#include "engine/onnx/reader.h"
#include "engine/session/session.h"
#include "tests/engine/expecterror.h"
#include "tests/engine/http/httpscene.h"
#include "tests/engine/onnx/protomodels.h"
#include "tests/engine/onnx/richmodel.h"
#include "tests/engine/runtime/testcontext.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

// A server that gave the model and is gone.
class GoneOrigin final : public ModelOrigin {
public:
    [[nodiscard]] std::filesystem::path path() const override { return "http://host/model.onnx"; }
    [[nodiscard]] std::shared_ptr<const ByteSource> model() const override { throw gone(); }
    [[nodiscard]] SourceRange modelRange() const override { throw gone(); }
    [[nodiscard]] SourceRange externalRange(const std::string&) override { throw gone(); }
    [[nodiscard]] std::shared_ptr<const ByteSource> openExternal(const SourceRange&) override
    {
        throw gone();
    }

private:
    [[nodiscard]] static Error gone() { return {ErrorKind::Io, "the server does not answer"}; }
};

} // namespace

// What a session saves of a model that came from a server.
class TestSessionSaving : public ContextTest {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        keepFromProxies();
        ContextTest::initTestCase();
    }

    // With functions, metadata and what this program does not know, as from the disk.
    void theStructureComesFromTheServer()
    {
        const test::TemporaryFolder folder;
        const std::string bytes = test::richModel().SerializeAsString();
        const auto source = folder.write("in.onnx", bytes);
        m_server.serve("in.onnx", bytes);
        std::filesystem::create_directory(folder / "disk");
        std::filesystem::create_directory(folder / "server");
        Session fromDisk;
        fromDisk.open(openModel(source.string()));
        std::ignore = fromDisk.save(folder / "disk/out.onnx");
        Session fromServer;
        fromServer.open(openModel(m_server.url("in.onnx")));
        const onnx_io::SaveReport report = fromServer.save(folder / "server/out.onnx");
        QVERIFY(!report.isStructureRebuilt);
        const std::string copy = test::contentOf(folder / "server/out.onnx");
        QVERIFY(copy.find("unknown to this version") != std::string::npos);
        QVERIFY(copy == test::contentOf(folder / "disk/out.onnx"));
        QVERIFY(test::contentOf(folder / "server/out.onnx_data")
            == test::contentOf(folder / "disk/out.onnx_data"));
    }

    // Whoever opens another model stops the opening of this one, which may be there long since.
    void aStopOfTheOpeningDoesNotReachTheOrigin()
    {
        const test::TemporaryFolder folder;
        m_server.serve("in.onnx", test::richModel().SerializeAsString());
        m_server.serve("beside.bin", "1234");
        std::stop_source stop;
        OpenedModel opened = openModel(m_server.url("in.onnx"), {.stopToken = stop.get_token()});
        stop.request_stop();
        std::ignore = opened.origin->externalRange("beside.bin"); // asks the server
        Session session;
        session.open(std::move(opened));
        QVERIFY(!session.save(folder / "out.onnx").isStructureRebuilt);
        EXPECT_ERROR(openModel(m_server.url("in.onnx"), {.stopToken = stop.get_token()}),
            ErrorKind::Cancelled, "cancelled");
    }

    // What is on the device does not travel again, and comes from there when the server is gone.
    void theDeviceGivesWhatItHas()
    {
        const test::TemporaryFolder folder;
        const auto source = writeClip(folder);
        m_server.serve("clip.onnx", test::contentOf(source));
        m_server.serve("clip.onnx_data", test::contentOf(folder / "clip.onnx_data"));
        Session session(m_context);
        session.open(openModel(m_server.url("clip.onnx")));
        session.build();
        session.load()->run();
        const uint64_t sentBefore = m_server.sentBytes();
        const onnx_io::SaveReport report = session.save(folder / "copy.onnx");
        QVERIFY(report.restoredTensors >= session.graph().constantCount());
        QVERIFY(m_server.sentBytes() - sentBefore < report.dataBytes);
        QVERIFY(test::contentOf(folder / "copy.onnx_data") == test::contentOf(folder / "clip.onnx_data"));
    }

    void withoutItsServerTheStructureIsRebuilt()
    {
        const test::TemporaryFolder folder;
        const auto source = writeClip(folder);
        OpenedModel opened = openModel(source.string());
        opened.origin = std::make_shared<GoneOrigin>();
        Session session(m_context);
        session.open(std::move(opened));
        EXPECT_ERROR(session.save(folder / "early.onnx"), ErrorKind::Io, "does not answer");
        session.build();
        session.load()->run();
        QVERIFY(session.save(folder / "copy.onnx").isStructureRebuilt);
        test::compareConstants(test::read(folder / "copy.onnx"), test::read(source));
    }

    // A file that is cut off belongs to the model, by whatever name it is meant: it may be all that is left.
    void brokenDataIsNotReplaced()
    {
        const test::TemporaryFolder folder;
        onnx::ModelProto proto = test::addModel(test::rawTensor("w", {1, 2, 3, 4}));
        onnx::TensorProto& cut = *proto.mutable_graph()->add_initializer();
        cut = test::rawTensor("cut", {1, 2, 3, 4});
        cut.clear_raw_data();
        cut.set_data_location(onnx::TensorProto::EXTERNAL);
        auto& entry = *cut.add_external_data();
        entry.set_key("location");
        entry.set_value("./cut.npy");
        Session session;
        session.open(openModel(test::write(folder, "m.onnx", proto).string()));
        const ConstantInfo& whole = *session.model()->graph.constants.front();
        folder.write("cut.npy", "12345");
        std::filesystem::create_directory(folder / "other");
        std::filesystem::create_symlink(folder / "cut.npy", folder / "other/link.npy");
        for (const char* name : {"cut.npy", "other/../cut.npy", "other/link.npy"})
            EXPECT_ERROR(session.extract(folder / name, whole, {}), ErrorKind::InvalidArgument,
                "is a file of the model");
        QCOMPARE(test::contentOf(folder / "cut.npy"), std::string("12345"));
        folder.write("free.npy", "12345");
        session.extract(folder / "free.npy", whole, {});
        QVERIFY(test::contentOf(folder / "free.npy") != "12345");
    }

private:
    [[nodiscard]] static std::filesystem::path writeClip(const test::TemporaryFolder& folder)
    {
        DemoOptions options;
        options.scale = 32;
        options.sequence = 8;
        writeDemo(DemoPart::Sd15Clip, options, folder / "clip.onnx");
        return folder / "clip.onnx";
    }

    TestServer m_server;
};

QTEST_GUILESS_MAIN(TestSessionSaving)
#include "tst_session_saving.moc"
