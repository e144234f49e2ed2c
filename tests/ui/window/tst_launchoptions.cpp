// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/launchoptions.h"

#include <QTest>

#include <filesystem>

using namespace weightless;
using namespace weightless::ui;

class LaunchOptionsTest : public QObject {
    Q_OBJECT

private slots:
    void commandLine()
    {
        const auto parse = [](const QString& line) {
            return LaunchParser::parse(
                (QStringLiteral("weightless ") + line).split(QLatin1Char(' '), Qt::SkipEmptyParts));
        };
        const LaunchOptions options = parse(QStringLiteral(
            "m.onnx --device 1 --mode conventional,streamed --dim batch=2 --dim sample:0=4 --dim past=0 "
            "--run --quit"));
        QVERIFY2(options.error.isEmpty(), qPrintable(options.error));
        QCOMPARE(options.model, QStringLiteral("m.onnx"));
        QCOMPARE(options.device, std::optional<int>(1));
        QVERIFY(options.modes == (std::vector {LoadMode::Conventional, LoadMode::Streamed}));
        QCOMPARE(options.freeDimensions.at("sample:0"), int64_t(4));
        QCOMPARE(options.freeDimensions.at("past"), int64_t(0));
        QVERIFY(options.loads && options.runs && options.quits);
        for (const char* wrong : {"--mode fast", "--dim batch", "--dim batch=-1", "--dim =3", "--device x",
                 "a.onnx b.onnx", "--load", "--appearance pink", "--workspace nowhere", "--size 12",
                 "--size 0x4", "--nonsense", "m.onnx --input x", "m.onnx --input =a.npy",
                 "m.onnx --image-range wide", "m.onnx --device-budget 0", "m.onnx --device-budget 120%",
                 "m.onnx --device-budget much", "m.onnx --weights-type int8", "--export-graph g.svg"})
            QVERIFY2(!parse(QString::fromLatin1(wrong)).error.isEmpty(), wrong);
        const LaunchOptions look =
            parse(QStringLiteral("--appearance high-contrast --workspace run --size 640x480"));
        QVERIFY2(look.error.isEmpty(), qPrintable(look.error));
        QVERIFY(look.appearance == Appearance::HighContrast && look.workspace == Purpose::Run);
        QCOMPARE(look.size, QSize(640, 480));
        QVERIFY(!look.showsProfile);
        const LaunchOptions profile = parse(QStringLiteral("--workspace profile"));
        QVERIFY(profile.showsProfile && profile.workspace == Purpose::Run);
        const LaunchOptions given = parse(QStringLiteral(
            "m.onnx --input x=a=b.npy --input y=p.jpg --image-range bytes --export-graph g.svg"));
        QVERIFY2(given.error.isEmpty(), qPrintable(given.error));
        QVERIFY(given.inputs.at("x").kind == InputKind::File);
        // It is remembered for sessions that begin in other folders.
        QCOMPARE(given.inputs.at("x").path, std::filesystem::current_path() / "a=b.npy");
        // Where b is a link, this is no file of a.
        QCOMPARE(parse(QStringLiteral("m.onnx --input x=/a/b/../c.npy")).inputs.at("x").path.native(),
            std::filesystem::path("/a/b/../c.npy").native());
        QVERIFY(given.inputs.at("y").kind == InputKind::Image);
        QVERIFY(given.inputs.at("y").imageRange == ImageRange::Bytes);
        QVERIFY(given.graphFile == QLatin1String("g.svg") && given.isScripted());
        QCOMPARE(
            parse(QStringLiteral("m.onnx --device-budget 1.5M")).deviceBudget.bytes, uint64_t {1'572'864});
        QCOMPARE(parse(QStringLiteral("m.onnx --device-budget 25%")).deviceBudget.share, 0.25);
        QVERIFY(parse(QStringLiteral("m.onnx --weights-type bf16")).weightsType == DataType::BFloat16);
        QCOMPARE(
            parse(QStringLiteral("file:///m%20%C3%BC/m.onnx")).model, QStringLiteral("/m \u00fc/m.onnx"));
        QCOMPARE(parse(QStringLiteral("https://host/m%20m.onnx")).model,
            QStringLiteral("https://host/m%20m.onnx"));
        QVERIFY(parse(QStringLiteral("--help")).showsHelp);
        QVERIFY(LaunchParser::helpText().contains(QLatin1String("--screenshot")));
    }
};

QTEST_MAIN(LaunchOptionsTest)
#include "tst_launchoptions.moc"
