// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The figures of the README's loading table, each with its yardstick in the same minutes:
//   bench_loading FOLDER [REPEATS [http]]
// writes the real-size Stable Diffusion UNet to FOLDER (7 GB, once) and a model of 10 GB that is a hole in
// the file system, loads them with the weightless-cli that was built beside this program, and prints medians
// as a table; with `http` only the row of the network, which needs curl. Run it on an idle machine with 16
// GiB of memory.

#include "tests/benchmarks/holeymodel.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <vector>

using namespace weightless;

namespace {

QByteArray outputOf(const QString& program, const QStringList& words)
{
    QProcess process;
    process.start(program, words, QIODevice::ReadOnly);
    if (!process.waitForFinished(-1) || process.exitStatus() != QProcess::NormalExit
        || process.exitCode() != 0) {
        throw std::runtime_error((program + QLatin1Char(' ') + words.join(QLatin1Char(' '))
            + QLatin1String(" failed: ") + QString::fromUtf8(process.readAllStandardError()))
                                     .toStdString());
    }
    return process.readAllStandardOutput();
}

QString toolBeside(const char* relative)
{
    return QDir(QCoreApplication::applicationDirPath()).filePath(QString::fromLatin1(relative));
}

QJsonObject load(const QString& model, const QStringList& options)
{
    const QStringList words = QStringList {"load", "--json", model} + options;
    return QJsonDocument::fromJson(outputOf(toolBeside("../bin/weightless-cli"), words)).object();
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

double overheadMiB(const QJsonObject& load)
{
    return load["host_overhead_peak_bytes"].toDouble() / (1 << 20);
}

double secondsOf(const QJsonObject& load, const char* step)
{
    return load["seconds"][QLatin1String(step)].toDouble();
}

// Seconds for the model's data file into memory that nothing has touched, with as many threads as a load
// uses.
double readFresh(const QString& file)
{
    const QByteArray text = outputOf(toolBeside("bench_readfresh"), {file});
    return QString::fromLatin1(text)
        .section(QLatin1String(" threads, "), 1)
        .section(QLatin1String(" s,"), 0, 0)
        .toDouble();
}

void row(const QString& what, const QString& figure)
{
    std::printf("| %s | %s |\n", qPrintable(what), qPrintable(figure));
    std::fflush(stdout);
}

QString number(double value, int decimals)
{
    return QString::number(value, 'f', decimals);
}

QString makeUnet(const QDir& folder, const char* name, const QStringList& options)
{
    const QString path = folder.filePath(QString::fromLatin1(name));
    if (!QFile::exists(path))
        outputOf(toolBeside("../bin/weightless-cli"),
            QStringList {"make-demo", "sd15-unet", path, "--scale", "1"} + options);
    return path;
}

// Pairs in one run: a drift of the machine is in both.
void streamed(const QString& name, const QString& model, const QString& data, int repeats)
{
    std::vector<double> ratios;
    std::vector<double> seconds;
    double overhead = 0;
    for (int i = 0; i < repeats; ++i) {
        const double yardstick = readFresh(data);
        const QJsonObject figures = load(model, {"--mode", "streamed"});
        seconds.push_back(secondsOf(figures, "load"));
        ratios.push_back(seconds.back() / yardstick);
        overhead = std::max(overhead, overheadMiB(figures));
    }
    row(QStringLiteral("streamed, %1: CPU overhead").arg(name), number(overhead, 1) + QLatin1String(" MiB"));
    row(QStringLiteral("streamed, %1: time").arg(name),
        QStringLiteral("%1 s = %2 × reading it into fresh memory")
            .arg(number(median(seconds), 2), number(median(ratios), 2)));
}

void zeroCopy(const QString& name, const QString& model, int repeats)
{
    std::vector<double> seconds;
    double overhead = 0;
    for (int i = 0; i < repeats; ++i) {
        const QJsonObject figures = load(model, {"--mode", "zero-copy"});
        seconds.push_back(secondsOf(figures, "load"));
        overhead = std::max(overhead, overheadMiB(figures));
    }
    row(QStringLiteral("zero-copy, %1").arg(name),
        QStringLiteral("%1 ms, CPU overhead %2 MiB")
            .arg(number(median(seconds) * 1000, 1), number(overhead, 1)));
}

void opening(const QString& name, const QString& model, int repeats)
{
    std::vector<double> seconds;
    for (int i = 0; i < repeats; ++i)
        seconds.push_back(secondsOf(load(model, {"--mode", "zero-copy"}), "open"));
    row(QStringLiteral("open, %1").arg(name), number(median(seconds) * 1000, 0) + QLatin1String(" ms"));
}

// The ring on the software device too, where it is not needed: what a discrete card gets.
void flatness(const QDir& folder)
{
    QStringList figures;
    for (const int gigabytes10 : {1, 10, 40, 100}) {
        const QString path = folder.filePath(QStringLiteral("hole-%1.onnx").arg(gigabytes10));
        bench::writeHoleyModel(path.toStdString(), static_cast<uint64_t>(gigabytes10) * 100'000'000);
        const QJsonObject direct = load(path, {"--mode", "streamed"});
        const QJsonObject staged = load(path, {"--mode", "streamed", "--path", "staged"});
        figures.append(QStringLiteral("%1 GB: %2 / %3 MiB")
                           .arg(number(gigabytes10 * 0.1, 1), number(overheadMiB(direct), 1),
                               number(overheadMiB(staged), 1)));
    }
    row(QStringLiteral("streamed, CPU overhead by size of the model (into mapped memory / through the ring)"),
        figures.join(QLatin1String("; ")));
}

void conventional(const QString& model)
{
    const QJsonObject figures = load(model, {"--mode", "conventional"});
    const double times = overheadMiB(figures) * (1 << 20) / figures["constants"]["bytes"].toDouble();
    row(QStringLiteral("conventional, fp16, external"),
        QStringLiteral("%1 s, CPU overhead %2 MiB = %3 × the weights")
            .arg(number(secondsOf(figures, "load"), 2), number(overheadMiB(figures), 0), number(times, 2)));
}

double curl(const QString& url, const QString& target)
{
    return outputOf(QStringLiteral("curl"), {"-s", "-f", "-o", target, "-w", "%{time_total}", url})
        .toDouble();
}

// Beside two yardsticks, in turn: curl that keeps nothing, and curl into files in memory, which keeps what a
// load has to keep too.
void http(const QDir& folder, const QString& model, const QString& data, int repeats)
{
    QProcess server;
    server.start(toolBeside("bench_rangeserver"), {folder.path()}, QIODevice::ReadOnly);
    if (!server.waitForReadyRead())
        throw std::runtime_error("bench_rangeserver does not start");
    const QString address = QString::fromLatin1(server.readLine()).trimmed();
    const QTemporaryDir inMemory(QStringLiteral("/dev/shm/weightless-XXXXXX"));
    std::vector<double> seconds;
    std::vector<double> ratios;
    std::vector<double> keepingRatios;
    double overhead = 0;
    for (int i = 0; i < repeats; ++i) {
        const QString dataUrl = address + QFileInfo(data).fileName();
        const double discarding = curl(dataUrl, QStringLiteral("/dev/null"));
        const double keeping = curl(dataUrl, inMemory.filePath(QStringLiteral("kept")));
        QFile::remove(inMemory.filePath(QStringLiteral("kept")));
        const QJsonObject figures = load(address + QFileInfo(model).fileName(), {});
        seconds.push_back(secondsOf(figures, "load"));
        ratios.push_back(seconds.back() / discarding);
        keepingRatios.push_back(seconds.back() / keeping);
        overhead = std::max(overhead, overheadMiB(figures));
    }
    server.kill();
    server.waitForFinished();
    row(QStringLiteral("HTTP from this machine: CPU overhead"), number(overhead, 1) + QLatin1String(" MiB"));
    row(QStringLiteral("HTTP from this machine: time"),
        QStringLiteral("%1 s = %2 × curl -o /dev/null (%3 to %4), %5 × curl into memory")
            .arg(number(median(seconds), 2), number(median(ratios), 2),
                number(*std::ranges::min_element(ratios), 2), number(*std::ranges::max_element(ratios), 2),
                number(median(keepingRatios), 2)));
}

void run(const QDir& folder, int repeats, bool isHttpOnly)
{
    const QString external = makeUnet(folder, "unet-fp16.onnx", {"--type", "fp16"});
    if (isHttpOnly) {
        http(folder, external, external + QLatin1String("_data"), repeats);
        return;
    }
    const QString single = makeUnet(folder, "unet-fp16-inline.onnx", {"--type", "fp16", "--inline"});
    const QString wide = makeUnet(folder, "unet-fp32.onnx", {"--type", "fp32"});
    std::printf("| what | figure |\n|---|---|\n");
    streamed(QStringLiteral("fp16, external"), external, external + QLatin1String("_data"), repeats);
    streamed(QStringLiteral("fp16, single file"), single, single, repeats);
    streamed(QStringLiteral("fp32, external"), wide, wide + QLatin1String("_data"), repeats);
    zeroCopy(QStringLiteral("fp16, external"), external, repeats);
    zeroCopy(QStringLiteral("fp16, single file"), single, repeats);
    zeroCopy(QStringLiteral("fp32, external"), wide, repeats);
    opening(QStringLiteral("single file of 1.72 GB"), single, repeats);
    conventional(external);
    http(folder, external, external + QLatin1String("_data"), repeats);
    flatness(folder);
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() < 2) {
        std::fputs("usage: bench_loading FOLDER [REPEATS [http]]\n", stderr);
        return 2;
    }
    try {
        QDir().mkpath(arguments[1]);
        run(QDir(arguments[1]), arguments.size() > 2 ? std::max(1, arguments[2].toInt()) : 5,
            arguments.value(3) == QLatin1String("http"));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench_loading: %s\n", error.what());
        return 1;
    }
    return 0;
}
