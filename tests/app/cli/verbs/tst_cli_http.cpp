// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/clirunner.h"
#include "tests/engine/http/httpscene.h"
#include "tests/engine/temporaryfolder.h"

#include <QJsonObject>
#include <QScopeGuard>
#include <QTest>

using namespace weightless;
using namespace weightless::test;
using weightless::testing::TestServer;

class TestCliHttp : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void inspect();
    void addressOfTheEnvironment();
    void addressOfAFolder();
    void loadAndRun_data();
    void loadAndRun();
    void convertsAndExtracts_data();
    void convertsAndExtracts();
    void failures_data();
    void failures();
    void proxiesKeepTheirPassword();
    void interrupt();
    void options();

private:
    [[nodiscard]] QString url(const std::string& path) const
    {
        return QString::fromStdString(m_server.url(path, "me:secret"));
    }

    TemporaryFolder m_folder;
    TestServer m_server;
};

void TestCliHttp::initTestCase()
{
    testing::keepFromProxies();
    const QString path = QString::fromStdString((m_folder / "clip.onnx").string());
    const CliResult demo = runCli({"make-demo", "sd15-clip", path, "--scale", "32"});
    QVERIFY2(demo.exitCode == 0, qPrintable(demo.errors));
    for (const auto& entry : std::filesystem::directory_iterator(m_folder.path())) {
        m_server.serve("models/" + entry.path().filename().string(), contentOf(entry.path()));
    }
}

void TestCliHttp::inspect()
{
    const QString path = QString::fromStdString((m_folder / "clip.onnx").string());
    QJsonObject local = runCli({"inspect", path, "--json"}).json().toObject();
    const CliResult result = runCli({"inspect", url("models/clip.onnx"), "--json"});
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    QJsonObject remote = result.json().toObject();
    QCOMPARE(remote["model"].toString(), QString::fromStdString(m_server.url("models/clip.onnx")));
    local.remove("model");
    remote.remove("model");
    QVERIFY(local == remote);
}

// What the command line is without comes from there, for this address and no other one.
void TestCliHttp::addressOfTheEnvironment()
{
    const auto open = [&](const std::string& path) {
        return runCli({"inspect", QString::fromStdString(m_server.url(path)), "--json"});
    };
    m_server.setHook([](const TestServer::Request& request, TestServer::Answer& answer) {
        if (!request.headers.contains("authorization")) {
            answer = {.status = 401, .headers = {}};
        }
    });
    const auto restore = qScopeGuard([this] {
        m_server.setHook({});
        qunsetenv("WEIGHTLESS_ADDRESS");
    });
    QVERIFY(open("models/clip.onnx").exitCode != 0);
    qputenv("WEIGHTLESS_ADDRESS", url("models/clip.onnx").toUtf8());
    const CliResult result = open("models/clip.onnx");
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    QVERIFY(!result.output.contains("secret") && !result.errors.contains("secret"));
    QVERIFY(open("models/other.onnx").errors.contains("401"));
    qputenv("WEIGHTLESS_ADDRESS", "https://user:secret@host:port/clip.onnx");
    const CliResult malformed = open("models/clip.onnx");
    QVERIFY(malformed.exitCode != 0);
    QVERIFY2(malformed.errors.contains("WEIGHTLESS_ADDRESS"), qPrintable(malformed.errors));
    QVERIFY(!malformed.errors.contains("secret"));
}

// With it generate gets past the server's refusal, to where no pipeline lies.
void TestCliHttp::addressOfAFolder()
{
    WEIGHTLESS_NEED_DEVICE();
    m_server.setHook([](const TestServer::Request& request, TestServer::Answer& answer) {
        if (!request.headers.contains("authorization") || !request.path.ends_with("?key=secret")) {
            answer = {.status = 401, .headers = {}};
        }
    });
    const auto restore = qScopeGuard([this] {
        m_server.setHook({});
        qunsetenv("WEIGHTLESS_ADDRESS");
    });
    const auto generate = [&] {
        const QString png = QString::fromStdString((m_folder / "none.png").string());
        return runCli(
            {"generate", QString::fromStdString(m_server.url("models/")), "--prompt", "x", "--output", png});
    };
    const CliResult refused = generate();
    QVERIFY2(refused.errors.contains("401"), qPrintable(refused.errors));
    qputenv("WEIGHTLESS_ADDRESS", url("models/?key=secret").toUtf8());
    const CliResult found = generate();
    QVERIFY2(found.errors.contains("model_index.json' is not on the server"), qPrintable(found.errors));
    QVERIFY(!found.errors.contains("secret"));
    QVERIFY(runCli({"generate", "--help"}).output.contains("WEIGHTLESS_ADDRESS"));
}

void TestCliHttp::loadAndRun_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<bool>("ranges");
    QTest::newRow("automatic") << QStringList {} << true;
    QTest::newRow("staged") << QStringList {"--path", "staged"} << true;
    QTest::newRow("conventional") << QStringList {"--mode", "conventional"} << true;
    QTest::newRow("no ranges") << QStringList {} << false;
}

void TestCliHttp::loadAndRun()
{
    WEIGHTLESS_NEED_DEVICE();
    QFETCH(QStringList, options);
    QFETCH(bool, ranges);
    m_server.setSupportsRanges(ranges);
    const QString file = QString::fromStdString((m_folder / "clip.onnx").string());
    const QString expected = QString::fromStdString((m_folder / "expected.npy").string());
    const QString actual = QString::fromStdString((m_folder / "actual.npy").string());
    const CliResult local = runCli({"run", file, "--output", "last_hidden_state=" + expected});
    QVERIFY2(local.exitCode == 0, qPrintable(local.errors));
    const CliResult remote = runCli(
        QStringList {"run", url("models/clip.onnx"), "--output", "last_hidden_state=" + actual} + options);
    m_server.setSupportsRanges(true);
    QVERIFY2(remote.exitCode == 0, qPrintable(remote.errors));
    QVERIFY(!remote.output.contains("secret") && !remote.errors.contains("secret"));
    QVERIFY(contentOf(actual.toStdString()) == contentOf(expected.toStdString()));

    const CliResult loaded = runCli(QStringList {"load", url("models/clip.onnx"), "--json"} + options);
    QVERIFY2(loaded.exitCode == 0, qPrintable(loaded.errors));
    const QJsonValue json = loaded.json();
    QCOMPARE(json["bytes_by_loader"]["http"].toInteger(), json["constants"]["bytes"].toInteger());
    QCOMPARE(json["bytes_by_path"]["imported"].toInteger(), 0);
    if (json["mode"].toString() == QStringLiteral("zero-copy")) { // of a server nothing can be
        QVERIFY2(remote.output.contains("nothing could be bound in place"), qPrintable(remote.output));
    }
}

void TestCliHttp::convertsAndExtracts_data()
{
    QTest::addColumn<bool>("ranges");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("as it is") << true << QStringList {};
    QTest::newRow("inline") << true << QStringList {"--inline"};
    QTest::newRow("widened") << true << QStringList {"--weights-type", "fp32"};
    QTest::newRow("no ranges") << false << QStringList {};
    QTest::newRow("no ranges, inline") << false << QStringList {"--inline"};
}

// What is saved from the server is what is saved from the disk, byte for byte, and tensors share requests.
void TestCliHttp::convertsAndExtracts()
{
    QFETCH(bool, ranges);
    QFETCH(QStringList, options);
    const auto convert = [&](const QString& model, const char* folder) {
        std::filesystem::remove_all(m_folder / folder); // data beside old data would have a name of its own
        std::filesystem::create_directories(m_folder / folder);
        const auto target = m_folder / folder / "saved.onnx";
        return runCli(QStringList {"convert", model, QString::fromStdString(target.string())} + options);
    };
    const CliResult local = convert(QString::fromStdString((m_folder / "clip.onnx").string()), "from-disk");
    QVERIFY2(local.exitCode == 0, qPrintable(local.errors));
    m_server.setSupportsRanges(ranges);
    const size_t requestsBefore = m_server.requests().size();
    const CliResult remote = convert(url("models/clip.onnx"), "from-server");
    m_server.setSupportsRanges(true);
    QVERIFY2(remote.exitCode == 0, qPrintable(remote.errors));
    const size_t requests = m_server.requests().size() - requestsBefore;
    QVERIFY2(requests < (ranges ? 40u : 8u), qPrintable(QString::number(requests)));
    for (const auto& entry : std::filesystem::directory_iterator(m_folder / "from-disk")) {
        const auto twin = m_folder / "from-server" / entry.path().filename();
        QVERIFY2(contentOf(twin) == contentOf(entry.path()), twin.filename().c_str());
    }

    const auto extract = [&](const QString& model, const char* name) {
        const QString file = QString::fromStdString((m_folder / name).string());
        const CliResult result =
            runCli({"extract", model, "text_model.embeddings.token_embedding.weight", file});
        return result.exitCode == 0 ? contentOf(file.toStdString()) : result.errors.toStdString();
    };
    QCOMPARE(extract(url("models/clip.onnx"), "remote.npy"),
        extract(QString::fromStdString((m_folder / "clip.onnx").string()), "local.npy"));
}

void TestCliHttp::failures_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("message");
    QTest::newRow("no file") << "models/none.onnx"
                             << "the server answers 404 Not Found";
    QTest::newRow("no model") << "models/readme.txt"
                              << "is no ONNX model: it is a text file";
}

void TestCliHttp::failures()
{
    QFETCH(QString, path);
    QFETCH(QString, message);
    m_server.serve("models/readme.txt", "hello");
    const QString target = QString::fromStdString((m_folder / "never.onnx").string());
    for (const char* verb : {"inspect", "load", "run", "convert"}) {
        QStringList words {verb, url(path.toStdString())};
        if (words[0] == QLatin1String("convert")) {
            words.append(target);
        }
        const CliResult result = runCli(words);
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.hasOneErrorLine(), qPrintable(result.errors));
        QVERIFY2(result.errors.contains(message), qPrintable(result.errors));
        QVERIFY(!result.errors.contains("secret"));
    }
}

// libcurl repeats the proxy's whole address.
void TestCliHttp::proxiesKeepTheirPassword()
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove("no_proxy");
    environment.remove("NO_PROXY");
    environment.insert("http_proxy", "bogus://me:secret@proxy");
    process.setProcessEnvironment(environment);
    process.start(cliPath(), {"inspect", "http://host.invalid/m.onnx"});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 1);
    const QByteArray errors = process.readAllStandardError();
    QVERIFY2(errors.contains("bogus://proxy") && !errors.contains("secret"), errors);
}

void TestCliHttp::interrupt()
{
    const auto target = m_folder / "interrupted.onnx";
    const auto interrupt = [&](const QStringList& words, const std::string& stalledPath) {
        m_server.setHook([&](const TestServer::Request& request, TestServer::Answer& answer) {
            answer.stallAfter = request.path.ends_with(stalledPath) ? 0 : UINT64_MAX;
        });
        const CliResult result = interruptCli(words, 500);
        m_server.setHook({});
        return result.exitCode > 0 && result.hasOneErrorLine() && result.errors.contains("cancelled");
    };
    QVERIFY(interrupt({"inspect", url("models/clip.onnx")}, "clip.onnx"));
    // While the weights travel: nothing is left of the file.
    QVERIFY(interrupt(
        {"convert", url("models/clip.onnx"), QString::fromStdString(target.string())}, "clip.onnx_data"));
    for (const auto& entry : std::filesystem::directory_iterator(m_folder.path())) {
        QVERIFY(!entry.path().filename().string().starts_with("interrupted"));
    }
}

void TestCliHttp::options()
{
    m_server.setHook([](const TestServer::Request&, TestServer::Answer& answer) { answer.stallAfter = 0; });
    const CliResult stalled = runCli({"inspect", url("models/clip.onnx"), "--http-timeout", "1"});
    m_server.setHook({});
    QCOMPARE(stalled.exitCode, 1);
    const QString file = QString::fromStdString((m_folder / "clip.onnx").string());
    const CliResult unkept = runCli({"inspect", url("models/clip.onnx"), "--http-cache", file});
    QCOMPARE(unkept.exitCode, 1);
    QVERIFY2(unkept.errors.contains("cannot keep downloads in"), qPrintable(unkept.errors));
    // A model of this machine needs no such folder, and makes none.
    const QString unused = QString::fromStdString((m_folder / "unused").string());
    QCOMPARE(runCli({"inspect", file, "--http-cache", unused}).exitCode, 0);
    QVERIFY(!QFileInfo::exists(unused));
    QVERIFY2(stalled.errors.contains("the server stalls"), qPrintable(stalled.errors));
    QCOMPARE(runCli({"inspect", url("models/clip.onnx"), "--http-connections", "0"}).exitCode, 2);
    QCOMPARE(runCli({"load", url("models/clip.onnx"), "--http-connections", "1", "--json"}).exitCode, 0);
}

QTEST_GUILESS_MAIN(TestCliHttp)
#include "tst_cli_http.moc"
