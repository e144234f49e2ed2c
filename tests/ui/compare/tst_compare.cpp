// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testdocument.h"

#include "tests/engine/http/httpscene.h"
#include "tests/engine/temporaryfolder.h"
#include "ui/compare/comparedialog.h"
#include "widgets/plot/memoryplot.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace weightless;
using namespace weightless::ui;
using weightless::testing::TestServer;
using weightless::widgets::MemoryPlot;

namespace {

// Of a process that is running.
bool isInACommandLine(const QByteArray& text)
{
    for (const QString& process : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        QFile words(QStringLiteral("/proc/%1/cmdline").arg(process));
        if (words.open(QIODevice::ReadOnly) && words.readAll().contains(text))
            return true;
    }
    return false;
}

} // namespace

class CompareTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        m_model = writeSmallModel(m_folder.path());
        const auto separator = static_cast<char>(QDir::listSeparator().toLatin1());
        qputenv("PATH", QByteArray(WEIGHTLESS_CLI_FOLDER) + separator + qgetenv("PATH"));
    }

    void reportsThatAreNone_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("words") << QByteArray("no report");
        QTest::newRow("no modes") << QByteArray("{\"modes\": []}");
        QTest::newRow("modes that are none") << QByteArray("{\"modes\": 3}");
    }

    void reportsThatAreNone()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!parseComparison(text));
    }

    void reportIsRead()
    {
        const auto result = parseComparison(R"({"constant_bytes": 1024, "modes": [
            {"mode": "streamed", "total_seconds": 0.5, "process": {"peak_bytes": 7}, "host_overhead_peak_bytes": 0,
             "bytes_by_path": {"direct": 1024, "staged": 0}, "curve": [[0, 1, 2, 3, 4], [0.5, 5, 6, 7, 8]]},
            {"mode": "conventional", "host_overhead_peak_bytes": 3072}],
            "references": [{"name": "Another", "seconds": 9, "process": {"peak_bytes": 11}}]})");
        QVERIFY(result);
        QCOMPARE(result->modes.size(), size_t(3));
        QCOMPARE(result->modes[0].curve.size(), size_t(2));
        QCOMPARE(result->modes[0].curve[1].stagingBytes, 8);
        QCOMPARE(pathsText(result->modes[0]), QStringLiteral("direct 1 KiB"));
        QVERIFY(result->modes[2].isReference);
        QCOMPARE(result->modes[2].peakBytes, 11);
        QVERIFY(conclusionOf(*result).contains(QLatin1String("3 KiB")));
    }

    // The page that was not made, not the file that it would have become.
    void whatCannotBeReadIsNamed()
    {
        CompareDialog dialog({.model = m_model, .secretAddress = {}, .device = {}, .freeDimensions = {}});
        const QString path = m_folder.filePath(QStringLiteral("none.html"));
        dialog.save(path);
        const QString told = dialog.findChild<QLabel*>()->text();
        QVERIFY2(told.contains(QLatin1String("Cannot read")) && !told.contains(path), qPrintable(told));
        QVERIFY(!QFileInfo::exists(path));
    }

    void everyModeIsLoadedAndSaved()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        CompareDialog dialog({.model = m_model, .secretAddress = {}, .device = {}, .freeDimensions = {}});
        dialog.show();
        QSignalSpy finished(&dialog.process(), &ComparisonProcess::finished);
        dialog.start();
        QVERIFY(dialog.process().isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 120'000);
        const auto* table = dialog.findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), 3);
        // How often the model: of what a load costs. The process itself is many times a small one.
        QStringList headings;
        for (int i = 0; i < table->model()->columnCount(); ++i)
            headings.append(table->model()->headerData(i, Qt::Horizontal).toString());
        QCOMPARE(headings.count(QStringLiteral("× model")), 1);
        QCOMPARE(headings.indexOf(QStringLiteral("× model")),
            headings.indexOf(QStringLiteral("Beyond the weights")) + 1);
        QCOMPARE(dialog.findChild<MemoryPlot*>()->runNames().size(), 3);
        for (const char* name : {"all.html", "all.csv", "all.png"}) {
            const QString path = m_folder.filePath(QString::fromLatin1(name));
            dialog.save(path);
            QVERIFY2(QFile(path).size() > 100, name);
        }
        // The type that is chosen is what is written.
        dialog.save();
        auto* chooser = dialog.findChild<QFileDialog*>();
        QVERIFY(chooser);
        chooser->setDirectory(m_folder.path());
        const QString samples = chooser->nameFilters().at(1);
        chooser->selectNameFilter(samples);
        emit chooser->filterSelected(samples);
        const QString chosen = chooser->selectedFiles().value(0);
        QVERIFY2(chosen.endsWith(QLatin1String("comparison.csv")), qPrintable(chosen));
        chooser->reject();
        QFile all(m_folder.filePath(QStringLiteral("all.csv")));
        dialog.save(chosen);
        QFile written(chosen);
        QVERIFY(all.open(QIODevice::ReadOnly) && written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll(), all.readAll());
        const auto* sentence = dialog.findChild<QLabel*>();
        dialog.save(m_folder.filePath(QStringLiteral("absent/all.html")));
        QVERIFY2(sentence->text().contains(QLatin1String("absent")), qPrintable(sentence->text()));
    }

    // Behind a password, which no command line shows.
    void aModelOnAServerIsCompared()
    {
        WEIGHTLESS_NEEDS_DEVICE(hasDevice(), "no Vulkan device");
        testing::keepFromProxies();
        TestServer server;
        for (const QFileInfo& file : QDir(m_folder.path()).entryInfoList(QDir::Files))
            server.serve(file.fileName().toStdString(), test::contentOf(file.filesystemFilePath()));
        std::atomic<bool> isShown = false;
        server.setHook([&isShown](const TestServer::Request& request, TestServer::Answer& answer) {
            if (!request.headers.contains("authorization"))
                answer = {.status = 401, .headers = {}};
            isShown = isShown || isInACommandLine("me:5ecr3t");
        });
        const std::string name = QFileInfo(m_model).fileName().toStdString();
        CompareDialog dialog({.model = QString::fromStdString(server.url(name)),
            .secretAddress = QString::fromStdString(server.url(name, "me:5ecr3t")),
            .device = {},
            .freeDimensions = {}});
        QSignalSpy finished(&dialog.process(), &ComparisonProcess::finished);
        QSignalSpy failed(&dialog.process(), &ComparisonProcess::failed);
        dialog.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size() + failed.size(), 1, 120'000);
        QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
        QVERIFY(!isShown);
        QFile report(dialog.process().htmlFile());
        QVERIFY(report.open(QIODevice::ReadOnly));
        QVERIFY(!report.readAll().contains("5ecr3t"));
    }

    void failuresAreTold()
    {
        ComparisonProcess process;
        QSignalSpy failed(&process, &ComparisonProcess::failed);
        process.start({.model = m_folder.filePath(QStringLiteral("nowhere.onnx")),
            .secretAddress = {},
            .device = {},
            .freeDimensions = {}});
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 60'000);
        const QString message = failed.front().front().toString();
        QVERIFY2(message.contains(QLatin1String("nowhere.onnx")), qPrintable(message));

        const QByteArray path = qgetenv("PATH");
        const auto restore = qScopeGuard([&] { qputenv("PATH", path); });
        qputenv("PATH", m_folder.path().toUtf8());
        process.start({.model = m_model, .secretAddress = {}, .device = {}, .freeDimensions = {}});
        QCOMPARE(failed.size(), 2);
        QVERIFY(failed.back().front().toString().contains(QLatin1String("weightless-cli")));
    }

    void canBeCancelled()
    {
        ComparisonProcess process;
        QSignalSpy cancelled(&process, &ComparisonProcess::cancelled);
        QSignalSpy failed(&process, &ComparisonProcess::failed);
        process.start({.model = m_model, .secretAddress = {}, .device = {}, .freeDimensions = {}});
        process.cancel();
        QTRY_COMPARE_WITH_TIMEOUT(cancelled.size(), 1, 60'000);
        QVERIFY(!process.isRunning());
        QVERIFY(failed.isEmpty());
        // Destroyed while it runs: nothing stays behind, nothing is told.
        ComparisonProcess abandoned;
        abandoned.start({.model = m_model, .secretAddress = {}, .device = {}, .freeDimensions = {}});
    }

private:
    QTemporaryDir m_folder;
    QString m_model;
};

QTEST_MAIN(CompareTest)
#include "tst_compare.moc"
