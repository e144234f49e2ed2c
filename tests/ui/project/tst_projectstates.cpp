// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/onnx/writer.h"
#include "tests/ui/testdocument.h"

#include "ui/generate/budgetfield.h"
#include "ui/project/projectdialog.h"
#include "ui/project/projectworker.h"
#include "ui/text/text.h"
#include "widgets/plot/memoryplot.h"

#include <QCheckBox>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <filesystem>

using namespace weightless;
using namespace weightless::ui;

// What a project says of its parts, and what another limit makes of those that are loaded.
class ProjectStatesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        QVERIFY(m_folder.isValid());
        writeParts(m_folder);
    }

    void init()
    {
        m_dialog = std::make_unique<ProjectDialog>(m_folder.path(), std::nullopt);
        settle();
        QCOMPARE(parts().size(), size_t(2));
    }

    void cleanup() { m_dialog.reset(); }

    // Parts that are loaded come under a limit that is chosen after that.
    void aLimitIsForWhatIsLoadedToo()
    {
        loadAll();
        const auto limit = static_cast<uint64_t>(parts()[0].weightBytes) * 97 / 100;
        m_dialog->setBudget(limit);
        loadAll();
        QVERIFY2(areLoaded(), qPrintable(m_dialog->message()));
        QVERIFY2(weights() <= limit, qPrintable(QString::number(weights())));
        m_dialog->setBudget(0);
        loadAll();
        QVERIFY2(areLoaded(), qPrintable(m_dialog->message()));
        QCOMPARE(parts()[0].budgetBytes, uint64_t(0));
    }

    // Nothing is given back for a limit that cannot work.
    void aLimitThatCannotWorkTakesNothing()
    {
        loadAll();
        const uint64_t before = weights();
        m_dialog->setBudget(1024);
        for (const bool runs : {false, true}) {
            QSignalSpy reported(m_dialog.get(), &ProjectDialog::reported);
            if (runs)
                m_dialog->runInTurn();
            else
                m_dialog->loadAll();
            settle();
            QCOMPARE(reported.size(), 1);
            QVERIFY2(m_dialog->message().contains(QLatin1String("1.00 KiB is too small for 'text_encoder")),
                qPrintable(m_dialog->message()));
            QVERIFY(areLoaded());
            QCOMPARE(weights(), before);
        }
    }

    void whatIsProposedWorks()
    {
        auto* limits = m_dialog->findChild<BudgetField*>()->findChild<QCheckBox*>();
        QVERIFY(limits && !limits->isChecked());
        limits->setChecked(true);
        loadAll();
        QVERIFY2(areLoaded(), qPrintable(m_dialog->message()));
        QVERIFY(parts()[0].budgetBytes >= parts()[0].leastBudgetBytes && parts()[0].leastBudgetBytes > 0);
    }

    // The chart is of the load, not of one that has nothing to do.
    void nothingToDoLeavesTheChart()
    {
        loadAll();
        QCOMPARE(m_dialog->message(), QStringLiteral("All is loaded."));
        const auto* plot = m_dialog->findChild<widgets::MemoryPlot*>();
        const size_t samples = plot->samples().size();
        QVERIFY(samples >= 2);
        QSignalSpy ended(m_dialog.get(), &ProjectDialog::ended);
        loadAll();
        QCOMPARE(ended.size(), 1);
        QVERIFY(ended.front().front().toBool());
        QCOMPARE(plot->samples().size(), samples);
        QCOMPARE(m_dialog->message(), QStringLiteral("All is loaded."));
    }

    // What was loaded before is given back first, and is no part of the chart.
    void theChartOfATurnIsItsOwn()
    {
        const auto* plot = m_dialog->findChild<widgets::MemoryPlot*>();
        loadAll();
        const auto together = static_cast<qint64>(weights());
        QVERIFY(plot->peak().deviceWeightsBytes >= together);
        m_dialog->runInTurn();
        settle();
        QVERIFY2(parts()[0].state == PartState::Done, qPrintable(m_dialog->message()));
        const widgets::MemorySample first = plot->samples().front();
        QCOMPARE(first.seconds, 0.0);
        QCOMPARE(first.deviceWeightsBytes + first.deviceActivationsBytes, qint64(0));
        const qint64 highest = plot->peak().deviceWeightsBytes;
        QVERIFY2(highest > 0 && highest < together,
            qPrintable(QStringLiteral("%1 of %2").arg(highest).arg(together)));
        loadAll();
        QCOMPARE(plot->samples().front().deviceWeightsBytes, qint64(0));
        m_dialog->unloadAll(); // begins with what it gives back
        settle();
        QCOMPARE(plot->samples().front().deviceWeightsBytes, together);
        QCOMPARE(plot->samples().front().seconds, 0.0);
    }

    // The window may be busy, with showing its chart for instance, for longer than the job takes: what is
    // drawn is as long as that was, and its phases are in their places.
    void aBusyWindowDrawsWhatWas()
    {
        const auto* plot = m_dialog->findChild<widgets::MemoryPlot*>();
        loadAll();
        const auto together = static_cast<qint64>(weights());
        m_dialog->unloadAll();
        const QDeadlineTimer deadline(60'000);
        while (weights() > 0 && !deadline.hasExpired())
            QThread::msleep(1);
        QCOMPARE(weights(), uint64_t(0));
        constexpr int lateMs = 1500;
        QThread::msleep(lateMs);
        QVERIFY(m_dialog->isBusy()); // as far as it has heard
        settle();
        const auto& samples = plot->samples();
        QCOMPARE(samples.front().seconds, 0.0);
        QCOMPARE(samples.front().deviceWeightsBytes, together);
        QCOMPARE(samples.back().deviceWeightsBytes, qint64(0));
        QVERIFY2(samples.back().seconds > 0 && samples.back().seconds < lateMs / 1000.0,
            qPrintable(QString::number(samples.back().seconds)));
    }

    // What could not begin leaves the chart of what did.
    void aFailureBeforeTheBeginningLeavesTheChart()
    {
        loadAll();
        const auto* plot = m_dialog->findChild<widgets::MemoryPlot*>();
        const std::vector<widgets::MemorySample> samples = plot->samples();
        m_dialog->setBudget(1024);
        m_dialog->runInTurn();
        settle();
        QVERIFY(m_dialog->message().contains(QLatin1String("is too small")));
        QVERIFY(plot->samples() == samples);
    }

    // A job that was cancelled at 117 s was drawn until 120 s.
    void theEndOfALongJobIsWhereItWas()
    {
        QVERIFY(PartsJob::widthOfEnd(117) <= 0.05);
        QCOMPARE(PartsJob::widthOfEnd(0.1), 0.003);
    }

    void whatIsHollowHasNoTimes()
    {
        m_dialog->runInTurn();
        settle();
        QCOMPARE(m_dialog->message(), QStringLiteral("Each has run, and is unloaded."));
        QVERIFY(parts()[0].state == PartState::Done);
        QVERIFY(parts()[0].loadSeconds >= 0 && parts()[0].runSeconds >= 0);
        loadAll();
        QVERIFY(parts()[0].loadSeconds >= 0 && parts()[0].runSeconds < 0);
        m_dialog->unloadAll();
        settle();
        QCOMPARE(m_dialog->message(), QStringLiteral("All is unloaded."));
        QVERIFY(parts()[0].state == PartState::Hollow);
        QVERIFY(parts()[0].loadSeconds < 0 && parts()[0].runSeconds < 0);
    }

    // The file is another one: not one weight came, and there is nothing to unload. It is read before the
    // next try, which nothing in this window did.
    void aFailedLoadLeavesNothing()
    {
        const QTemporaryDir folder;
        writeParts(folder);
        m_dialog = std::make_unique<ProjectDialog>(folder.path(), std::nullopt);
        settle();
        // Which of the names it has that a writer takes while the one before is read.
        const QDir encoder(folder.filePath(QStringLiteral("text_encoder")));
        for (const QString& name : encoder.entryList({QStringLiteral("model.onnx_data*")})) {
            const std::filesystem::path file = toPath(encoder.filePath(name));
            // As large, and as old: only the system knows that it was touched.
            std::filesystem::last_write_time(file, std::filesystem::last_write_time(file));
        }
        m_dialog->setBudget(uint64_t(parts()[0].weightBytes) * 2); // copies, no pages of the file
        QSignalSpy ended(m_dialog.get(), &ProjectDialog::ended);
        loadAll();
        QVERIFY(!ended.front().front().toBool());
        QVERIFY(parts()[0].state == PartState::Hollow);
        QVERIFY(parts()[0].loadSeconds < 0);
        QCOMPARE(weights(), uint64_t(0));
        const auto buttons = m_dialog->findChildren<QPushButton*>();
        const auto unload = std::ranges::find_if(buttons,
            [](const QPushButton* button) { return button->text().contains(QLatin1String("Unload All")); });
        QVERIFY(unload != buttons.end());
        QVERIFY(!(*unload)->isEnabled());
        QVERIFY2(m_dialog->message().contains(QLatin1String("\nTry again")), qPrintable(m_dialog->message()));
        loadAll();
        QVERIFY2(areLoaded(), qPrintable(m_dialog->message()));
    }

    // It has nothing to load, and is as ready to run as the others.
    void aPartWithoutWeightsIsLoadedToo()
    {
        const QTemporaryDir folder;
        writeParts(folder);
        Model model;
        model.opsets = {{"", 17}};
        model.graph.inputs = {{"x", DataType::Float32, SymbolicShape {{3, {}}}}};
        model.graph.outputs = {{"y", DataType::Float32, SymbolicShape {{3, {}}}}};
        model.graph.nodes = {{.name = "relu", .opType = "Relu", .inputs = {"x"}, .outputs = {"y"}}};
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("safety_checker")));
        onnx_io::writeModel(
            toPath(folder.filePath(QStringLiteral("safety_checker/model.onnx"))), model, {}, {});
        m_dialog = std::make_unique<ProjectDialog>(folder.path(), std::nullopt);
        settle();
        QCOMPARE(parts().size(), size_t(3));
        for (const uint64_t limit : {uint64_t(0), uint64_t(parts()[0].weightBytes) * 2}) {
            m_dialog->setBudget(limit);
            loadAll();
            QVERIFY2(areLoaded(), qPrintable(m_dialog->message()));
            for (const ProjectPartInfo& part : parts())
                QVERIFY2(!part.isToLoad(limit), qPrintable(part.name));
        }
        m_dialog->unloadAll();
        settle();
        for (const ProjectPartInfo& part : parts())
            QVERIFY2(part.state == PartState::Hollow, qPrintable(part.name));
    }

    // The chart names phases, the line below it says what goes on.
    void phasesAreToldInSentences()
    {
        ProjectWorker worker(std::nullopt);
        QSignalSpy begun(&worker, &ProjectWorker::phaseBegun);
        worker.open(m_folder.path(), {});
        worker.runInTurn(0, {});
        begun.removeIf([](const QList<QVariant>& phase) { // the driver may have compiled meanwhile
            return phase[0].toString().startsWith(QLatin1String("compile "));
        });
        QVERIFY(begun.size() >= 2);
        QCOMPARE(begun[0][0].toString(), QStringLiteral("load text encoder"));
        QCOMPARE(begun[0][1].toString(), QStringLiteral("Loading text encoder…"));
        QCOMPARE(begun[1][1].toString(), QStringLiteral("Running text encoder…"));
    }

private:
    static void writeParts(const QTemporaryDir& folder)
    {
        for (const char* part : {"text_encoder", "vae_decoder"})
            QVERIFY(QDir(folder.path()).mkdir(QString::fromLatin1(part)));
        (void)writeSmallModel(folder.filePath(QStringLiteral("text_encoder")), DemoPart::Sd15Clip);
        (void)writeSmallModel(folder.filePath(QStringLiteral("vae_decoder")), DemoPart::Sd15Vae);
    }

    [[nodiscard]] const std::vector<ProjectPartInfo>& parts() const { return m_dialog->model().parts(); }
    [[nodiscard]] uint64_t weights() const
    {
        return m_dialog->meter()->snapshot().of(MemoryPurpose::Weights);
    }
    [[nodiscard]] bool areLoaded() const
    {
        return std::ranges::all_of(
            parts(), [](const ProjectPartInfo& part) { return part.state == PartState::Loaded; });
    }

    void settle() { QTRY_VERIFY_WITH_TIMEOUT(!m_dialog->isBusy(), 200'000); }
    void loadAll()
    {
        m_dialog->loadAll();
        settle();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<ProjectDialog> m_dialog;
};

QTEST_MAIN(ProjectStatesTest)
#include "tst_projectstates.moc"
