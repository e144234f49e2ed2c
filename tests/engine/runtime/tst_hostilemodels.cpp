// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/onnx/reader.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/runtime/importer.h"
#include "tests/datafolder.h"
#include "tests/engine/runtime/testcontext.h"

#include <QDir>

using namespace weightless;
using namespace weightless::testing;

// Small files that ask for more than there is, from the file to the plan (tests/data/models/hostile).
class TestHostileModels : public ContextTest {
    Q_OBJECT

private slots:
    void eachEndsInAnErrorOrAPlan_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("message"); // empty: a device without limits may take it
        const std::map<QString, QString> messages {{"argmax_huge", "bytes of tensors"},
            {"argmin_huge", "bytes of tensors"}, {"scatternd_huge", "bytes of tensors"},
            {"transpose_rank26", "more than 65536 steps"}, {"transpose_rank30", "more than 65536 steps"},
            {"dropout_empty_mode", "input 'training_mode' is bool[0, 0], expected one element"},
            {"reducesum_8gib", ""}};
        const QDir folder(WEIGHTLESS_TEST_DATA "/models/hostile");
        const QFileInfoList files = folder.entryInfoList({"*.onnx"});
        QCOMPARE(static_cast<size_t>(files.size()), messages.size());
        for (const QFileInfo& file : files) {
            QTest::newRow(qPrintable(file.baseName())) << file.filePath() << messages.at(file.baseName());
        }
    }

    void eachEndsInAnErrorOrAPlan()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, message);
        const Model model = onnx_io::readModel(path.toStdString()).model;
        BuildOptions options;
        options.usesSuggestions = true;
        try {
            std::ignore = buildGraph(m_context, model, options);
            QVERIFY2(message.isEmpty(), "the graph was built");
        } catch (const Error& error) {
            QVERIFY2(error.kind() == ErrorKind::Unsupported || error.kind() == ErrorKind::InvalidArgument,
                error.what());
            QVERIFY2(QString::fromStdString(error.message()).contains(message), error.what());
        }
    }

    // A request to stop is seen by the builder, whoever makes it.
    void aStopEndsBuilding()
    {
        std::stop_source source;
        GraphBuilder builder(m_context, 17, source.get_token());
        const Operand x = builder.input("x", {DataType::Float32, {4}});
        const Operand y = builder.node("Relu", {x});
        source.request_stop();
        const std::array<std::pair<std::string, Operand>, 1> outputs {{{"y", y}}};
        for (const bool isBuild : {false, true}) {
            try {
                if (isBuild) {
                    std::ignore = builder.build(outputs);
                } else {
                    std::ignore = builder.node("Relu", {x});
                }
                QFAIL("must throw");
            } catch (const Error& error) {
                QVERIFY2(error.kind() == ErrorKind::Cancelled, error.what());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestHostileModels)
#include "tst_hostilemodels.moc"
