// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/clirunner.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QImageReader>
#include <QJsonArray>
#include <QJsonValue>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace weightless::test;

class TestCliGenerate : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void makesPictures();
    void asJsonAndInTurn();
    void activationsKeepTheirBudget();
    void wrongUsage_data();
    void wrongUsage();
    void folders();
    void namesAndWarnings();

private:
    [[nodiscard]] QStringList call(const QStringList& more) const
    {
        return QStringList {QStringLiteral("generate"), m_demo, QStringLiteral("--size"),
                   QStringLiteral("64"), QStringLiteral("--steps"), QStringLiteral("2")}
        + more;
    }

    // Weights and activations of one row.
    static qint64 mostOnDevice(const QString& samples)
    {
        qint64 most = -1;
        QFile file(samples);
        for (QByteArray line = file.open(QIODevice::ReadOnly) ? file.readLine() : QByteArray();
             !line.isEmpty(); line = file.readLine()) {
            const QList<QByteArray> cells = line.split(',');
            most = std::max(most, cells.value(2).toLongLong() + cells.value(3).toLongLong());
        }
        return most;
    }

    QTemporaryDir m_folder;
    QString m_demo = m_folder.filePath(QStringLiteral("demo"));
};

void TestCliGenerate::initTestCase()
{
    WEIGHTLESS_NEED_DEVICE();
    const CliResult demo = runCli({"make-demo", "sd15-folder", m_demo, "--scale", "32"});
    QVERIFY2(demo.exitCode == 0, qPrintable(demo.errors));
    QVERIFY(demo.output.contains(QStringLiteral("sd15-folder")));
    for (const char* file : {"model_index.json", "text_encoder/model.onnx", "unet/model.onnx",
             "vae_decoder/model.onnx", "tokenizer/vocab.json", "scheduler/scheduler_config.json"}) {
        QVERIFY2(QFile::exists(m_demo + QLatin1Char('/') + QLatin1String(file)), file);
    }
}

void TestCliGenerate::makesPictures()
{
    const QString output = m_folder.filePath(QStringLiteral("a.png"));
    const CliResult result = runCli(call({"--prompt", "a cat, caf\u00e9", "--negative", "a dog", "--seed",
        "5", "--count", "2", "--scheduler", "euler-ancestral", "--output", output, "--latents",
        m_folder.filePath(QStringLiteral("latents"))}));
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    QVERIFY(result.output.contains(QStringLiteral("Memory: the device held")));
    QVERIFY(!QFile::exists(output));
    QImage first;
    for (const int number : {1, 2}) {
        QImageReader reader(m_folder.filePath(QStringLiteral("a-%1.png").arg(number)));
        const QString settings = reader.text(QStringLiteral("parameters"));
        // Qt makes a blank of every line break in a picture's texts.
        QVERIFY2(settings.startsWith(QStringLiteral("a cat, caf\u00e9 Negative prompt: a dog Steps: 2, ")),
            qPrintable(settings));
        QVERIFY(settings.contains(QStringLiteral("Seed: %1,").arg(4 + number)));
        const QImage picture = reader.read();
        QCOMPARE(picture.size(), QSize(64, 64));
        QVERIFY(picture != first);
        first = picture;
    }
    QCOMPARE(
        QDir(m_folder.filePath(QStringLiteral("latents"))).entryList({QStringLiteral("*.npy")}).size(), 6);
}

void TestCliGenerate::asJsonAndInTurn()
{
    const QString output = m_folder.filePath(QStringLiteral("b.png"));
    const QString samples = m_folder.filePath(QStringLiteral("b.csv"));
    const CliResult result = runCli(call({"--prompt", "a cat", "--in-turn", "--mode", "streamed", "--json",
        "--output", output, "--samples", samples}));
    QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
    const QJsonValue json = result.json();
    QCOMPARE(json[QStringLiteral("pictures")][0][QStringLiteral("file")].toString(),
        QDir::toNativeSeparators(output));
    QVERIFY(json[QStringLiteral("in_turn")].toBool());
    QCOMPARE(json[QStringLiteral("scheduler")].toString(), QStringLiteral("pndm"));
    QVERIFY(json[QStringLiteral("device_peak_bytes")].toInteger() > 0);
    QCOMPARE(mostOnDevice(samples), json[QStringLiteral("device_peak_bytes")].toInteger());
    QStringList phases;
    for (const QJsonValue& phase : json[QStringLiteral("phases")].toArray()) {
        phases.append(phase[QStringLiteral("phase")].toString());
    }
    phases.removeIf([](const QString& phase) { return phase.startsWith(QLatin1String("compile ")); });
    QCOMPARE(phases,
        QStringList({"plan text encoder", "load text encoder", "text", "plan denoiser", "load denoiser",
            "plan VAE decoder", "steps", "load VAE decoder", "decode"}));
    double inPhases = 0;
    for (const QJsonValue& phase : json[QStringLiteral("phases")].toArray()) {
        inPhases += phase[QStringLiteral("seconds")].toDouble();
    }
    QVERIFY(inPhases > 0 && inPhases <= json[QStringLiteral("seconds")].toDouble());
    QCOMPARE(QImage(output).size(), QSize(64, 64));
}

void TestCliGenerate::activationsKeepTheirBudget()
{
    const QStringList words {"--prompt", "a cat", "--size", "256", "--steps", "1", "--guidance", "1",
        "--in-turn", "--json", "--output", m_folder.filePath(QStringLiteral("c.png"))};
    const auto peakOf = [&](const QStringList& more) {
        return runCli(QStringList {QStringLiteral("generate"), m_demo} + words + more)
            .json()[QStringLiteral("device_peak_bytes")]
            .toDouble();
    };
    const double usual = peakOf({});
    const double small = peakOf({"--activation-budget", "1K"}); // less than anything can do
    QVERIFY2(small > 0 && small < usual, qPrintable(QStringLiteral("%1, %2").arg(small).arg(usual)));
}

void TestCliGenerate::wrongUsage_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("message");
    const QStringList prompt {QStringLiteral("--prompt"), QStringLiteral("x")};
    const auto row = [&](const char* name, const QStringList& words, const char* message) {
        QTest::newRow(name) << words << QString::fromLatin1(message);
    };
    row("no prompt", {}, "needs --prompt");
    row("scheduler", prompt + QStringList {"--scheduler", "magic"}, "not 'magic'");
    row("size", prompt + QStringList {"--size", "64xx"}, "twice");
    row("guidance", prompt + QStringList {"--guidance", "nan"}, "not 'nan'");
    row("output", prompt + QStringList {"--output", "a.jpg"}, ".png files");
    row("count", prompt + QStringList {"--count", "0"}, "--count");
}

void TestCliGenerate::wrongUsage()
{
    QFETCH(QStringList, words);
    QFETCH(QString, message);
    const CliResult result = runCli(call(words));
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.hasOneErrorLine() && result.errors.contains(message), qPrintable(result.errors));
}

void TestCliGenerate::folders()
{
    const CliResult empty =
        runCli({"generate", m_folder.filePath(QStringLiteral("absent")), "--prompt", "x"});
    QCOMPARE(empty.exitCode, 1);
    QVERIFY2(empty.hasOneErrorLine(), qPrintable(empty.errors));
    const CliResult other = runCli({"generate", "ftp://me:secret@host/m", "--prompt", "x", "--output",
        m_folder.filePath(QStringLiteral("d.png"))});
    QCOMPARE(other.exitCode, 1);
    QVERIFY2(other.errors.contains(QStringLiteral("http:// or https:// address, not 'ftp://host/m'")),
        qPrintable(other.errors));
    // Nor is a part of the pipeline the place for what is told of it.
    const QString unet = m_demo + QStringLiteral("/unet/model.onnx");
    const qint64 bytes = QFileInfo(unet).size();
    const CliResult onto = runCli(
        call({"--prompt", "x", "--samples", unet, "--output", m_folder.filePath(QStringLiteral("d.png"))}));
    QCOMPARE(onto.exitCode, 1);
    QVERIFY2(onto.errors.contains(QStringLiteral("is a file of the model")), qPrintable(onto.errors));
    QCOMPARE(QFileInfo(unet).size(), bytes);
    const CliResult size = runCli({"generate", m_demo, "--prompt", "x", "--size", "65"});
    QCOMPARE(size.exitCode, 1);
    QVERIFY2(size.errors.contains(QStringLiteral("multiples of 8")), qPrintable(size.errors));
    // A long prompt is cut off, which is said.
    const CliResult prompt = runCli(call({"--prompt", QString(10'000, QLatin1Char('x')), "--output",
        m_folder.filePath(QStringLiteral("c.png"))}));
    QCOMPARE(prompt.exitCode, 0);
    QVERIFY2(prompt.errors.contains(QStringLiteral("the prompt has")), qPrintable(prompt.errors));
    QVERIFY2(prompt.errors.contains(QStringLiteral("only the first 75 are seen")), qPrintable(prompt.errors));
}

// What a call is warned of or refused for, and the folder's own name, however it is given.
void TestCliGenerate::namesAndWarnings()
{
    const QString named = m_folder.filePath(QStringLiteral("named.png"));
    QStringList words =
        call({"--prompt", "x", "--negative", QString(10'000, QLatin1Char('x')), "--output", named});
    words.replace(1, words.at(1) + QLatin1Char('/'));
    const CliResult negative = runCli(words);
    QCOMPARE(negative.exitCode, 0);
    QVERIFY2(
        negative.errors.contains(QStringLiteral("the negative prompt has")), qPrintable(negative.errors));
    const QString parameters = QImage(named).text(QStringLiteral("parameters"));
    QVERIFY2(parameters.contains(QStringLiteral("Model: demo,")), qPrintable(parameters));
    // Any name that latents may get is theirs.
    const QString latents = m_folder.filePath(QStringLiteral("steps"));
    const CliResult both = runCli(call({"--prompt", "x", "--latents", latents, "--samples",
        latents + QStringLiteral("/picture-001-step-001.npy"), "--output", named}));
    QCOMPARE(both.exitCode, 2);
    QVERIFY2(both.errors.contains(QStringLiteral("'--samples' and '--latents'")), qPrintable(both.errors));
}

QTEST_GUILESS_MAIN(TestCliGenerate)
#include "tst_cli_generate.moc"
