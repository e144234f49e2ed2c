// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/clirunner.h"
#include "tests/app/cli/tinymodel.h"
#include "tests/engine/temporaryfolder.h"

#include <QJsonArray>
#include <QScopeGuard>
#include <QTest>

using namespace weightless;
using namespace weightless::test;

namespace {

// A stand-in for Node.js, the first in PATH, that answers as ONNX Runtime's module would: what is tested is
// how it is asked and what becomes of its answers. It gets the model, the provider and perhaps "off".
#ifndef Q_OS_WIN
class FakeOnnxRuntime {
public:
    explicit FakeOnnxRuntime(const QByteArray& exceptions = {})
        : m_path(qgetenv("PATH"))
    {
        QFile script(m_folder.filePath("node"));
        if (script.open(QIODevice::WriteOnly)) {
            script.write("#!/bin/sh\n[ $# -eq 2 ] && { echo 9.9.9; exit 0; }\n[ -f \"$3\" ] || exit 1\n"
                + exceptions
                + "\necho "
                  "'{\"seconds\":1.5,\"baseline_bytes\":1000,\"peak_bytes\":5000,\"anonymous_bytes\":'${5:+1}"
                  "'234}'\n");
        }
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        script.close();
        qputenv("PATH", m_folder.path().toUtf8() + ':' + m_path);
    }
    ~FakeOnnxRuntime() { qputenv("PATH", m_path); }
    FakeOnnxRuntime(const FakeOnnxRuntime&) = delete;
    FakeOnnxRuntime& operator=(const FakeOnnxRuntime&) = delete;

private:
    QTemporaryDir m_folder;
    QByteArray m_path;
};
#endif

} // namespace

class TestCliCompare : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void runsEveryMode();
    void aBudgetIsForTheModesThatKnowIt();
    void warningsAreToldOnce();
    void writesReports();
    void tellsOneError();
#ifndef Q_OS_WIN // a shell script is no program there
    void takesOnnxRuntimeIn();
    void asksForProviders();
    void keepsWhatOnnxRuntimeLoads();
#endif
    void onnxRuntimeMayBeAbsent();
#ifdef Q_OS_UNIX
    void aReaderThatLeavesLeavesNoSamples();
#endif

private:
    QTemporaryDir m_folder;
    QString m_tiny;
    QString m_demo;
};

void TestCliCompare::initTestCase()
{
    WEIGHTLESS_NEED_DEVICE();
    m_tiny = m_folder.filePath("tiny.onnx");
    writeTinyModel(m_tiny.toStdString(), onnx_io::WeightLayout::External);
    m_demo = m_folder.filePath("clip.onnx");
    const CliResult demo = runCli({"make-demo", "sd15-clip", m_demo, "--scale", "32"});
    QVERIFY2(demo.exitCode == 0, qPrintable(demo.errors));
}

void TestCliCompare::runsEveryMode()
{
    const CliResult result = runCli({"compare", m_demo, "--json"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const QJsonValue json = result.json();
    const QJsonArray modes = json["modes"].toArray();
    QCOMPARE(modes.size(), 3);
    QCOMPARE(modes[0]["mode"].toString(), "zero-copy");
    QCOMPARE(modes[2]["mode"].toString(), "conventional");
    QVERIFY(modes[2]["times_model"].toDouble() > 10 * modes[0]["times_model"].toDouble());
    QVERIFY(json["conclusion"].toString().contains(QLatin1String("of CPU memory beyond them")));

    const CliResult text = runCli({"compare", m_demo});
    QCOMPARE(text.exitCode, 0);
    for (const char* part :
        {"peak CPU", "overhead beyond the weights", "× model", "streamed", "conventional"}) {
        QVERIFY2(text.output.contains(QString::fromUtf8(part)), part);
    }
}

void TestCliCompare::aBudgetIsForTheModesThatKnowIt()
{
    const CliResult result = runCli({"compare", m_demo, "--json", "--device-budget", "2400K"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    QCOMPARE(result.json()["modes"].toArray().size(), 3);
    QVERIFY2(result.errors.contains("knows no device budget"), qPrintable(result.errors));
}

void TestCliCompare::warningsAreToldOnce()
{
    Model model = tinyModel();
    model.opsets = {{"", 99}};
    const QString path = m_folder.filePath("later.onnx");
    onnx_io::writeModel(
        path.toStdString(), model, [](const ConstantInfo&) { return onnx_io::ByteFiller {}; }, {});
    const CliResult result = runCli({"compare", path, "--json"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    QCOMPARE(result.errors.count("warning: "), 1);
    QVERIFY2(result.errors.contains("99"), qPrintable(result.errors));
}

void TestCliCompare::writesReports()
{
    const QString html = m_folder.filePath("report.html");
    const QString csv = m_folder.filePath("report.csv");
    const CliResult result = runCli({"compare", m_demo, "--json", "--curves", "--html", html, "--csv", csv});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const QJsonArray curve = result.json()["modes"][2]["curve"].toArray();
    QVERIFY(curve.size() >= 2);
    QCOMPARE(curve[0].toArray().size(), 5);

    const QString page = QString::fromStdString(contentOf(html.toStdString()));
    for (const char* part : {"<svg", "<polyline", "conventional", "clip.onnx", "overhead beyond the weights"})
        QVERIFY2(page.contains(QLatin1String(part)), part);
    const QString rows = QString::fromStdString(contentOf(csv.toStdString()));
    QVERIFY(rows.startsWith(QLatin1String("mode,seconds,host_overhead_bytes,")));
    QVERIFY(rows.contains(QLatin1String("\nzero-copy,")) && rows.contains(QLatin1String("\nconventional,")));

    const CliResult refused = runCli({"compare", m_demo, "--html", m_folder.filePath("absent/report.html")});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY(refused.hasOneErrorLine());
}

void TestCliCompare::tellsOneError()
{
    const CliResult result = runCli({"compare", m_folder.filePath("absent.onnx")});
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.hasOneErrorLine());
    QVERIFY(result.errors.contains(QLatin1String("absent.onnx")));
}

#ifndef Q_OS_WIN
void TestCliCompare::takesOnnxRuntimeIn()
{
    const FakeOnnxRuntime runtime;
    const CliResult result = runCli({"compare", m_tiny, "--json", "--onnxruntime", "always"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const QJsonValue reference = result.json()["references"][0];
    QCOMPARE(reference["name"].toString(), QStringLiteral("ONNX Runtime 9.9.9 (Node.js), CPU"));
    QCOMPARE(reference["process"]["peak_bytes"].toInt(), 5000);
    QCOMPARE(reference["process"]["anonymous_bytes"].toInt(), 234);
    const QJsonValue unoptimized = result.json()["references"][1];
    QCOMPARE(unoptimized["name"].toString(),
        QStringLiteral("ONNX Runtime 9.9.9 (Node.js), CPU, optimisation off"));
    QCOMPARE(unoptimized["process"]["anonymous_bytes"].toInt(), 1234);
    QVERIFY(result.json()["conclusion"].toString().contains(QLatin1String("ONNX Runtime 9.9.9")));
}

// What its build lacks is said, and an error where it is demanded.
void TestCliCompare::asksForProviders()
{
    const FakeOnnxRuntime runtime(
        "[ \"$4\" != webgpu ] || { printf 'a warning\\nno adapter\\n' >&2; exit 1; }");
    const QStringList onTwo {"compare", m_tiny, "--json", "--onnxruntime-provider", "cuda",
        "--onnxruntime-provider", "webgpu", "--onnxruntime"};
    const CliResult two = runCli(onTwo + QStringList {"auto"});
    QVERIFY2(two.exitCode == 0, qPrintable(two.errors));
    QCOMPARE(two.json()["references"].toArray().size(), 2);
    QCOMPARE(
        two.json()["references"][0]["name"].toString(), QStringLiteral("ONNX Runtime 9.9.9 (Node.js), CUDA"));
    const QString missing = "ONNX Runtime 9.9.9 (Node.js), WebGPU could not load";
    QVERIFY(two.errors.contains("note: " + missing) && two.errors.contains(QLatin1String(": no adapter")));
    const CliResult demanded = runCli(onTwo + QStringList {"always"});
    QCOMPARE(demanded.exitCode, 1);
    QVERIFY(demanded.hasOneErrorLine() && demanded.errors.contains(missing));
    QCOMPARE(runCli({"compare", m_tiny, "--onnxruntime-provider", "gpu"}).exitCode, 2);
}

// A model that it loads with its default options only still has that row.
void TestCliCompare::keepsWhatOnnxRuntimeLoads()
{
    const FakeOnnxRuntime runtime("[ -z \"$5\" ] || { echo 'no kernel' >&2; exit 1; }");
    const CliResult one = runCli({"compare", m_tiny, "--json", "--onnxruntime", "always"});
    QCOMPARE(one.exitCode, 0);
    QCOMPARE(one.json()["references"].toArray().size(), 1);
    QVERIFY(one.errors.contains(QLatin1String("(Node.js), CPU, optimisation off could not load")));
}
#endif

void TestCliCompare::onnxRuntimeMayBeAbsent()
{
    const QByteArray path = qgetenv("PATH");
    const auto restore = qScopeGuard([&] { qputenv("PATH", path); });
    qputenv("PATH", m_folder.filePath("absent").toUtf8());
    QCOMPARE(runCli({"compare", m_tiny, "--onnxruntime", "auto"}).exitCode, 0);
    const CliResult absent = runCli({"compare", m_tiny, "--onnxruntime", "always"});
    QCOMPARE(absent.exitCode, 1);
    QVERIFY(absent.errors.contains(QLatin1String("ONNX Runtime was not found")));
    QCOMPARE(runCli({"compare", m_tiny, "--onnxruntime", "perhaps"}).exitCode, 2);
}

#ifdef Q_OS_UNIX
// Nobody reads what is printed, which ends the program by a signal.
void TestCliCompare::aReaderThatLeavesLeavesNoSamples()
{
    const QTemporaryDir temporary;
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TMPDIR"), temporary.path());
    shell.setProcessEnvironment(environment);
    shell.start(QStringLiteral("sh"),
        {QStringLiteral("-c"), QStringLiteral("\"$0\" compare \"$1\" | true"), cliPath(), m_demo});
    QVERIFY(shell.waitForFinished(60'000));
    QVERIFY(QDir(temporary.path()).isEmpty());
}
#endif

QTEST_GUILESS_MAIN(TestCliCompare)
#include "tst_cli_compare.moc"
