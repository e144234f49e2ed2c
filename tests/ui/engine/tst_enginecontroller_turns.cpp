// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "ui/engine/enginecontroller.h"
#include "ui/text/text.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

// What may begin while something else goes on, and what that is stopped for.
class EngineControllerTurnsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QVERIFY(m_folder.isValid());
        m_model = writeSmallModel(m_folder.path());
    }

    void init()
    {
        m_controller = std::make_unique<EngineController>();
        m_controller->openModel(m_model);
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Hollow, 30'000);
    }

    void cleanup() { m_controller.reset(); }

    void aValueDoesNotKeepOthersWaiting_data()
    {
        QTest::addColumn<bool>("unloads");
        QTest::newRow("run") << false;
        QTest::newRow("unload") << true;
    }

    void aValueDoesNotKeepOthersWaiting()
    {
        QFETCH(bool, unloads);
        load();
        QSignalSpy finished(m_controller.get(), &EngineController::runFinished);
        m_controller->run({});
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 60'000);
        QSignalSpy read(m_controller.get(), &EngineController::valueRead);
        m_controller->readValue(someValue());
        if (unloads)
            m_controller->unload();
        else
            m_controller->run({});
        QTRY_COMPARE_WITH_TIMEOUT(read.size(), 1, 60'000);
        QVERIFY(read.front().at(1).value<std::shared_ptr<const HostTensor>>() == nullptr);
        QVERIFY(!read.front().at(2).toString().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(!m_controller->isBusy(), 60'000);
    }

private:
    // What a node late in the model makes, and another one takes.
    QString someValue()
    {
        const auto& nodes = m_controller->document()->nodes;
        QString value;
        for (const Node* node : nodes) {
            if (node && node->opType == "Softmax")
                value = fromUtf8(node->outputs.front());
        }
        return value;
    }

    void load()
    {
        m_controller->startLoad({});
        QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), EngineState::Ready, 30'000);
    }

    QTemporaryDir m_folder;
    QString m_model;
    std::unique_ptr<EngineController> m_controller;
};

QTEST_MAIN(EngineControllerTurnsTest)
#include "tst_enginecontroller_turns.moc"
