// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/engine/enginecontroller.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

// Copies of the open model, and tensors of it.
class EngineControllerSavingTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        m_model = writeSmallModel(m_folder.path());
    }

    void copiesAndTensorsAreSaved()
    {
        EngineController controller;
        QSignalSpy problems(&controller, &EngineController::reported);
        QSignalSpy ended(&controller.saving(), &EngineSaving::saveEnded);
        SaveRequest request;
        request.path = m_folder.filePath(QStringLiteral("copy.onnx"));
        controller.saving().saveModel(request); // no model is open
        QVERIFY(!controller.saving().canSave());
        controller.openModel(m_model);
        QTRY_VERIFY(controller.document() != nullptr);
        request.generation = controller.document()->generation;
        controller.saving().saveModel(request);
        QVERIFY(!controller.saving().canSave());
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
        QCOMPARE(ended.takeFirst(), (QVariantList {request.path, true}));
        QCOMPARE(QFileInfo(request.path + QStringLiteral("_data")).size(),
            QFileInfo(m_model + QStringLiteral("_data")).size());

        ExtractRequest extract;
        extract.constant = controller.document()->constants.front();
        extract.path = m_folder.filePath(QStringLiteral("tensor.npy"));
        extract.generation = request.generation;
        controller.saving().extractTensor(extract);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
        QCOMPARE(ended.takeFirst(), (QVariantList {extract.path, true}));
        QVERIFY(QFileInfo::exists(extract.path));

        // Onto its own file, and with a stop: nothing is written, and the next one works.
        problems.clear();
        request.path = m_model;
        controller.saving().saveModel(request);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
        QCOMPARE(ended.takeFirst(), (QVariantList {QString(), false}));
        QTRY_COMPARE(problems.size(), 1);
        QCOMPARE(problems.last().front().value<Problem>().task, Task::SaveModel);
        request.path = m_folder.filePath(QStringLiteral("stopped.onnx"));
        controller.saving().saveModel(request);
        controller.saving().cancelSave();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
        QCOMPARE(ended.takeFirst(), (QVariantList {QString(), false}));
        QVERIFY(!QFileInfo::exists(request.path));
        QVERIFY(controller.saving().canSave());
    }

    // A batch of pictures takes its time: what is still to be written is not when it is cancelled.
    void savingPicturesIsCancelled()
    {
        const QTemporaryDir folder;
        EngineController controller;
        EngineSaving& saving = controller.saving();
        QSignalSpy saved(&saving, &EngineSaving::tensorSaved), ended(&saving, &EngineSaving::tensorEnded);
        QSignalSpy advanced(&saving, &EngineSaving::tensorAdvanced);
        const auto batch =
            std::make_shared<const HostTensor>(makeHostTensor({DataType::Float32, {300, 3, 64, 64}}));
        const QString path = folder.filePath(QStringLiteral("y.png"));
        saving.saveTensor(batch, QStringLiteral("y"), path);
        saving.saveTensor(batch, QStringLiteral("y"), folder.filePath(QStringLiteral("z.png")));
        QTRY_VERIFY_WITH_TIMEOUT(!advanced.empty(), 30'000);
        QCOMPARE(advanced.front()[0].toString(), path);
        QCOMPARE(advanced.front()[2].toLongLong(), qint64 {2 * 300}); // each is written and then renamed
        saving.cancelTensors();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 2, 30'000);
        QCOMPARE(saved.size(), 0);
        QVERIFY(QDir(folder.path()).isEmpty());
        // Another one is not cancelled.
        saving.saveTensor(batch, QStringLiteral("y"), folder.filePath(QStringLiteral("y.npy")));
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, 30'000);
    }

    // The path was chosen for the model that was open then.
    void anotherModelIsNotSavedInItsPlace()
    {
        EngineController controller;
        QSignalSpy problems(&controller, &EngineController::reported);
        QSignalSpy ended(&controller.saving(), &EngineSaving::saveEnded);
        controller.openModel(m_model);
        QTRY_VERIFY(controller.document() != nullptr);
        const ModelDocumentPtr first = controller.document();
        controller.openModel(m_model);
        QTRY_VERIFY(controller.document() != first && controller.saving().canSave());
        problems.clear();
        SaveRequest request;
        request.path = m_folder.filePath(QStringLiteral("late.onnx"));
        request.generation = first->generation;
        controller.saving().saveModel(request);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
        QCOMPARE(ended.takeFirst(), (QVariantList {QString(), false}));
        ExtractRequest extract;
        extract.constant = first->constants.front();
        extract.path = m_folder.filePath(QStringLiteral("late.npy"));
        extract.generation = first->generation;
        controller.saving().extractTensor(extract);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 30'000);
        QVERIFY(!QFileInfo::exists(request.path) && !QFileInfo::exists(extract.path));
        QVERIFY(problems.last().front().value<Problem>().message.contains(QLatin1String("late.npy")));
    }

    // The files are gone, the constants are set: the device has the bytes.
    void theDeviceGivesBackWhatIsGone()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QTemporaryDir folder;
        const QString model = writeSmallModel(folder.path());
        EngineController controller;
        QSignalSpy problems(&controller, &EngineController::reported);
        QSignalSpy saved(&controller.saving(), &EngineSaving::saveEnded);
        QSignalSpy loaded(&controller, &EngineController::loadEnded);
        controller.openModel(model);
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), EngineState::Hollow, 30'000);
        LoadOptions options;
        options.mode = LoadMode::Streamed;
        controller.startLoad(options);
        QTRY_COMPARE_WITH_TIMEOUT(loaded.size(), 1, 30'000);
        QFile original(model + QStringLiteral("_data"));
        QVERIFY(original.open(QIODevice::ReadOnly));
        const QByteArray bytes = original.readAll();
        original.close();
        QVERIFY(QFile::remove(model) && QFile::remove(original.fileName()));
        SaveRequest request;
        request.path = folder.filePath(QStringLiteral("restored.onnx"));
        request.generation = controller.document()->generation;
        problems.clear();
        controller.saving().saveModel(request);
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, 30'000);
        QCOMPARE(saved.takeFirst(), (QVariantList {request.path, true}));
        QFile restored(request.path + QStringLiteral("_data"));
        QVERIFY(restored.open(QIODevice::ReadOnly));
        QVERIFY(restored.readAll() == bytes);
        QTRY_COMPARE(problems.size(), 1); // that the structure was rebuilt
    }

private:
    QTemporaryDir m_folder;
    QString m_model;
};

QTEST_MAIN(EngineControllerSavingTest)
#include "tst_enginecontroller_saving.moc"
