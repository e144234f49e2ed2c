// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/demo/architecture.h"
#include "engine/demo/demo.h"
#include "engine/session/session.h"
#include "tests/engine/runtime/testcontext.h"
#include "tests/engine/session/pattern.h"
#include "tests/engine/temporaryfolder.h"

#include <QTest>

#include <variant>

using namespace weightless;
using namespace weightless::testing;
using weightless::test::TemporaryFolder;

namespace {

using DemoModel = std::variant<DemoArchitecture, DemoPart>;
using Sizes = std::map<std::string, int64_t>; // of free dimensions

RunReport runOn(
    const std::shared_ptr<Context>& context, const std::filesystem::path& path, const Sizes& sizes)
{
    Session session(context);
    session.open(openModel(path.string()));
    session.build({.freeDimensions = sizes});
    session.load()->run();
    Feeds feeds;
    for (const GraphPort& port : session.graph().inputs()) {
        if (isFloat(port.descriptor.type)) { // others are tokens, which have to be some of the model's
            feeds.values[port.name] = patternOf(port.descriptor);
        }
    }
    session.feed(feeds);
    return session.run();
}

} // namespace

Q_DECLARE_METATYPE(DemoModel)
Q_DECLARE_METATYPE(Sizes)

// Steps side by side, as on a graphics card, under synchronisation validation: the same bits as one after the
// other.
class TestStepsAhead : public ContextTest {
    Q_OBJECT

private slots:
    void sameBits_data()
    {
        using enum DemoArchitecture;
        using enum DemoPart;
        QTest::addColumn<DemoModel>("model");
        QTest::addColumn<Sizes>("sizes");
        const auto add = [](const char* name, const DemoModel& model, const Sizes& sizes) {
            QTest::newRow(name) << model << sizes;
        };
        add("UNet", Sd15Unet, {{"batch", 2}, {"height", 16}, {"width", 8}, {"sequence", 7}});
        add("VAE", Sd15Vae, {{"batch", 1}, {"height", 8}, {"width", 8}});
        add("text encoder", Sd15Clip, {{"batch", 2}, {"sequence", 7}});
        add("BERT", Bert, {{"batch", 2}, {"sequence", 9}});
        add("ViT", Vit, {{"batch", 2}});
        add("Whisper's decoder", WhisperDecoder,
            {{"batch", 2}, {"sequence", 3}, {"past_sequence", 4}, {"encoder_sequence", 11}});
        add("detector", Detector, {});
    }

    void sameBits()
    {
        QFETCH(const DemoModel, model);
        QFETCH(const Sizes, sizes);
        const auto path = m_folder / "model.onnx";
        if (const auto* part = std::get_if<DemoPart>(&model)) {
            writeDemo(*part, {.scale = 16}, path);
        } else {
            writeDemo(std::get<DemoArchitecture>(model), {.scale = 32}, path);
        }
        const RunReport expected = runOn(m_context, path, sizes);
        const RunReport actual = runOn(m_ahead, path, sizes);
        QCOMPARE(actual.outputs.size(), expected.outputs.size());
        for (size_t i = 0; i < actual.outputs.size(); ++i) {
            QVERIFY(expected.outputs[i].values->bytes.size() > 0);
            QVERIFY2(actual.outputs[i].values->bytes == expected.outputs[i].values->bytes,
                actual.outputs[i].name.c_str());
        }
        QCOMPARE(m_ahead->validationMessages(), uint64_t {0});
    }

private:
    void prepare() override
    {
        std::string reason;
        m_ahead = openTestContext(reason, {.stepsAhead = 16});
        QVERIFY2(m_ahead != nullptr, reason.c_str());
    }

    TemporaryFolder m_folder;
    std::shared_ptr<Context> m_ahead;
};

QTEST_GUILESS_MAIN(TestStepsAhead)
#include "tst_stepsahead.moc"
