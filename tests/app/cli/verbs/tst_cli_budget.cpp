// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/clirunner.h"
#include "tests/datafolder.h"

#include <QJsonArray>
#include <QTest>

using namespace weightless;
using namespace weightless::test;

// Device budgets on the command line.
class TestCliBudget : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void aLoadSaysWhatStays();
    void aBudgetAloneStreams();
    void aSmallShareIsTheLeast();
    void nothingMayStay();
    void aRunBringsTheRest();
    void activationsAreToldWithTheirPeak();
    void shownBeforeAnythingIsLoaded();
    void shownAsABudgetIsLoaded();
    void triedOutTheyAreKept();
    void wrongBudgets_data();
    void wrongBudgets();
    void aModelWithoutWeights();
    void pagesOfTheFileNeedNone();
    void noLoadOnThatPath();

private:
    QTemporaryDir m_folder;
    QString m_demo;
    qint64 m_bytes = 0;
};

void TestCliBudget::initTestCase()
{
    WEIGHTLESS_NEED_DEVICE();
    m_demo = m_folder.filePath("clip.onnx");
    const CliResult demo = runCli({"make-demo", "sd15-clip", m_demo, "--scale", "16"});
    QVERIFY2(demo.exitCode == 0, qPrintable(demo.errors));
    m_bytes = runCli({"load", m_demo, "--mode", "streamed", "--json"})
                  .json()["device_bytes"]["weights"]
                  .toInteger();
}

void TestCliBudget::aLoadSaysWhatStays()
{
    const CliResult result =
        runCli({"load", m_demo, "--mode", "streamed", "--device-budget", "95%", "--json"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const QJsonValue budget = result.json()["device_budget"];
    QVERIFY(budget["budget_bytes"].toInteger() <= m_bytes);
    QVERIFY(budget["resident_bytes"].toInteger() > 0);
    QVERIFY(budget["brought_bytes_per_run"].toInteger() > 0);
    QVERIFY(budget["least_bytes"].toInteger() > 0);
    QVERIFY(result.json()["device_bytes"]["weights"].toInteger() <= budget["budget_bytes"].toInteger());
    const CliResult text = runCli({"load", m_demo, "--mode", "streamed", "--device-budget", "95%"});
    QVERIFY(text.output.contains("come while it runs"));
    const CliResult all = runCli({"load", m_demo, "--mode", "streamed", "--device-budget", "1G"});
    QVERIFY(all.output.contains("more than the weights take"));
    const CliResult pages = runCli({"load", m_demo, "--mode", "zero-copy", "--device-budget", "50M"});
    QVERIFY2(pages.exitCode == 0, qPrintable(pages.errors));
    QCOMPARE(pages.output.contains("which take none of it"), pages.output.contains("imported"));
    const CliResult share = runCli({"load", m_demo, "--mode", "zero-copy", "--device-budget", "10%"});
    QVERIFY2(!share.output.contains(" 1 B"), qPrintable(share.output)); // a share of nothing
}

// As in the window: an automatic load binds pages where it can, of which nothing is limited.
void TestCliBudget::aBudgetAloneStreams()
{
    const auto loaded = [this](const QStringList& options) {
        return runCli(QStringList {"load", m_demo, "--json"} + options);
    };
    const CliResult limited = loaded({"--device-budget", "95%"});
    QVERIFY2(limited.exitCode == 0, qPrintable(limited.errors));
    QCOMPARE(limited.json()["mode"].toString(), QStringLiteral("streamed"));
    QVERIFY(limited.json()["device_budget"]["brought_bytes_per_run"].toInteger() > 0);
    // A mode that is given, or that a path implies, stays.
    const QString automatic = loaded({}).json()["mode"].toString();
    const CliResult chosen = loaded({"--mode", "auto", "--device-budget", "1G"});
    QVERIFY2(chosen.exitCode == 0, qPrintable(chosen.errors));
    QCOMPARE(chosen.json()["mode"].toString(), automatic);
    if (automatic != QLatin1String("zero-copy"))
        return; // this device may have no such path
    const CliResult forced = loaded({"--path", "imported", "--device-budget", "1G"});
    QCOMPARE(forced.exitCode == 0, loaded({"--path", "imported"}).exitCode == 0);
    if (forced.exitCode == 0)
        QCOMPARE(forced.json()["mode"].toString(), QStringLiteral("zero-copy"));
}

// A tenth of a small model was refused as a size that is too small, though nobody gave a size.
void TestCliBudget::aSmallShareIsTheLeast()
{
    const QStringList words {"load", m_demo, "--mode", "streamed", "--json", "--device-budget"};
    const CliResult small = runCli(words + QStringList {"0.1%"});
    QVERIFY2(small.exitCode == 0, qPrintable(small.errors));
    QVERIFY2(small.errors.contains("taken as the least that can run"), qPrintable(small.errors));
    const QJsonValue budget = small.json()["device_budget"];
    QVERIFY(budget["least_bytes"].toInteger() > 0);
    QCOMPARE(budget["budget_bytes"].toInteger(), budget["least_bytes"].toInteger());
    const CliResult enough = runCli(words + QStringList {"95%"});
    QVERIFY2(!enough.errors.contains("the least that can run"), qPrintable(enough.errors));
}

void TestCliBudget::nothingMayStay()
{
    const QString model = QStringLiteral(WEIGHTLESS_TEST_DATA "/models/mnist/model.onnx");
    const CliResult result = runCli({"load", model, "--mode", "streamed", "--device-budget", "16K"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    QVERIFY2(result.output.contains("0 B stay") && result.output.contains("all come while the model runs"),
        qPrintable(result.output));
    // And a limit that is too small for it is told this one, not a MiB.
    const CliResult small = runCli({"load", model, "--mode", "streamed", "--device-budget", "8"});
    QCOMPARE(small.exitCode, 1);
    QVERIFY2(small.errors.contains("is 16.00 KiB; give 16 KiB or more"), qPrintable(small.errors));
}

void TestCliBudget::aRunBringsTheRest()
{
    const QString whole = m_folder.filePath("whole.npy");
    const QString limited = m_folder.filePath("limited.npy");
    const CliResult first =
        runCli({"run", m_demo, "--mode", "streamed", "--output", "last_hidden_state=" + whole});
    QVERIFY2(first.exitCode == 0, qPrintable(first.errors));
    const CliResult second = runCli({"run", m_demo, "--mode", "streamed", "--device-budget", "95%",
        "--profile", "--json", "--output", "last_hidden_state=" + limited});
    QVERIFY2(second.exitCode == 0, qPrintable(second.errors));
    QVERIFY(second.json()["weights"]["brought_bytes"].toInteger() > 0);
    QVERIFY(second.json()["profile"]["steps"][0]["waited_milliseconds"].isDouble());
    QFile a(whole);
    QFile b(limited);
    QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
    QCOMPARE(a.readAll(), b.readAll());
}

void TestCliBudget::activationsAreToldWithTheirPeak()
{
    const auto planOf = [&](const QStringList& options) {
        return runCli(QStringList {"load", m_demo, "--json"} + options).json()["plan"];
    };
    const QJsonValue usual = planOf({});
    const QJsonValue small = planOf({"--activation-budget", "1K"}); // less than anything can do
    QVERIFY(!usual["peak_step"].toString().isEmpty());
    QVERIFY(usual["peak_bytes"].toInteger() > 0);
    QVERIFY(usual["peak_bytes"].toInteger() <= usual["activation_bytes"].toInteger());
    QVERIFY(small["activation_bytes"].toInteger() > 1024);
    QVERIFY(small["activation_bytes"].toInteger() <= usual["activation_bytes"].toInteger());
    const CliResult missed = runCli({"load", m_demo, "--activation-budget", "1K"});
    QVERIFY2(
        missed.errors.contains("more than the 1.00 KiB of --activation-budget"), qPrintable(missed.errors));
    QVERIFY(!runCli({"load", m_demo, "--activation-budget", "1G"}).errors.contains("--activation-budget"));
}

void TestCliBudget::shownBeforeAnythingIsLoaded()
{
    const CliResult result = runCli({"budget", m_demo, "--mode", "streamed", "--positions", "3", "--json"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const QJsonArray positions = result.json()["positions"].toArray();
    QCOMPARE(positions.size(), qsizetype {3});
    qint64 brought = std::numeric_limits<qint64>::max();
    for (const QJsonValue position : positions) {
        QVERIFY(position["predicted_run_seconds"].toDouble() > 0);
        QVERIFY(position["device_weights_bytes"].toInteger() <= position["budget_bytes"].toInteger());
        QVERIFY(position["brought_bytes_per_run"].toInteger() < brought);
        QVERIFY(position["run_seconds"].isUndefined());
        brought = position["brought_bytes_per_run"].toInteger();
    }
    QCOMPARE(brought, qint64 {0}); // the last is everything
    QCOMPARE(positions.last()["device_weights_bytes"].toInteger(), m_bytes);
    QCOMPARE(positions.last()["resident_bytes"].toInteger(), m_bytes);
    QCOMPARE(result.json()["mode"].toString(), QStringLiteral("streamed"));
}

// Where pages of the file are used in place there was nothing to budget unless a mode was given, but a load
// with a budget streams without one.
void TestCliBudget::shownAsABudgetIsLoaded()
{
    const auto shown = [this](const QStringList& options) {
        const CliResult result =
            runCli(QStringList {"budget", m_demo, "--positions", "3", "--json"} + options);
        QString text = QString::number(result.exitCode) + result.errors + result.json()["mode"].toString();
        for (const QJsonValue position : result.json()["positions"].toArray()) {
            for (const char* bytes :
                {"budget_bytes", "device_weights_bytes", "resident_bytes", "brought_bytes_per_run"})
                text += ' ' + QString::number(position[bytes].toInteger());
        }
        return text;
    };
    const QString streamed = shown({"--mode", "streamed"});
    QVERIFY2(streamed.startsWith('0') && streamed.contains("streamed "), qPrintable(streamed));
    QCOMPARE(shown({}), streamed);
    const CliResult help = runCli({"budget", "--help"});
    QVERIFY2(help.output.simplified().contains("streamed (the default"), qPrintable(help.output));
}

void TestCliBudget::triedOutTheyAreKept()
{
    const CliResult result =
        runCli({"budget", m_demo, "--mode", "streamed", "--positions", "2", "--run", "--json"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    for (const QJsonValue position : result.json()["positions"].toArray()) {
        QVERIFY(position["run_seconds"].toDouble() > 0);
        QVERIFY(position["device_weights_peak_bytes"].toInteger()
            <= position["device_weights_bytes"].toInteger());
    }
}

void TestCliBudget::wrongBudgets_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("message");
    for (const char* text : {"", "0", "-1", "1.5", "12X", "101%", "%", "nan", "1e99"}) {
        QTest::addRow("'%s'", text) << QStringList {"load", "MODEL", "--device-budget", text} << 2
                                    << "takes a number of bytes";
    }
    for (const char* text : {"", "0", "12X", "25%"}) {
        QTest::addRow("activations '%s'", text)
            << QStringList {"load", "MODEL", "--activation-budget", text} << 2 << "takes a number of bytes";
    }
    QTest::newRow("too small") << QStringList {"load", "MODEL", "--mode", "streamed", "--device-budget",
        "10K"} << 1 << "The least that can run is";
    QTest::newRow("conventional") << QStringList {"load", "MODEL", "--mode", "conventional",
        "--device-budget", "1M"} << 1
                                  << "conventional mode keeps every weight";
    QTest::newRow("conventional, several") << QStringList {"budget", "MODEL", "--mode", "conventional"} << 1
                                           << "conventional mode keeps every weight";
    QTest::newRow("one position") << QStringList {"budget", "MODEL", "--positions", "1"} << 2
                                  << "from 2 to 100";
}

void TestCliBudget::wrongBudgets()
{
    QFETCH(QStringList, words);
    QFETCH(int, exitCode);
    QFETCH(QString, message);
    words[1] = m_demo;
    const CliResult result = runCli(words);
    QCOMPARE(result.exitCode, exitCode);
    QVERIFY2(result.errors.contains(message), qPrintable(result.errors));
}

// Whatever the mode: there is nothing to limit.
void TestCliBudget::aModelWithoutWeights()
{
    const QString model = m_folder.filePath(QStringLiteral("none.onnx"));
    const CliResult demo = runCli({"make-demo", "trees", model, "--scale", "32"});
    QVERIFY2(demo.exitCode == 0, qPrintable(demo.errors));
    const CliResult result = runCli({"budget", model, "--mode", "streamed"});
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.errors.contains("no weights to be loaded"), qPrintable(result.errors));
}

void TestCliBudget::pagesOfTheFileNeedNone()
{
    const CliResult load = runCli({"load", m_demo, "--mode", "zero-copy", "--json"});
    QVERIFY2(load.exitCode == 0, qPrintable(load.errors));
    if (load.json()["device_bytes"]["weights"].toInteger() > 0)
        QSKIP("this device does not use the file's pages, or not all of them");
    const CliResult result = runCli({"budget", m_demo, "--mode", "zero-copy"});
    QCOMPARE(result.exitCode, 1);
    QVERIFY2(result.errors.contains("uses the file's own pages"), qPrintable(result.errors));
}

// A constant that lies askew in the file: what no load can do has no budgets either.
void TestCliBudget::noLoadOnThatPath()
{
    const QString askew = m_folder.filePath("askew.onnx");
    const CliResult saved = runCli({"convert", m_demo, askew, "--inline", "--align", "1"});
    QVERIFY2(saved.exitCode == 0, qPrintable(saved.errors));
    const CliResult load = runCli({"load", askew, "--path", "imported"});
    if (load.exitCode == 0)
        QSKIP("this device binds these pages");
    QVERIFY2(load.errors.contains("and the path 'imported' is forced"), qPrintable(load.errors));
    const CliResult result = runCli({"budget", askew, "--path", "imported"});
    QCOMPARE(result.exitCode, 1);
    QCOMPARE(result.errors.mid(result.errors.indexOf("Constant '")),
        load.errors.mid(load.errors.indexOf("Constant '")));
    QVERIFY(result.output.isEmpty());
}

QTEST_GUILESS_MAIN(TestCliBudget)
#include "tst_cli_budget.moc"
