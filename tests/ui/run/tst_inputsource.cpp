// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/formats/npyfile.h"
#include "ui/document/tensorstatistics.h"
#include "ui/run/inputsource.h"
#include "ui/text/text.h"
#include "ui/window/launchoptions.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

using namespace weightless;
using namespace weightless::ui;

class InputSourceTest : public QObject {
    Q_OBJECT

private slots:
    void randomIsReproducible()
    {
        const TensorDescriptor descriptor {DataType::Float16, {1, 4, 64, 64}};
        const HostTensor a = makeInput("x", descriptor, {.seed = 7});
        QCOMPARE(a, makeInput("x", descriptor, {.seed = 7}));
        QVERIFY(!(a == makeInput("x", descriptor, {.seed = 8})));
        const HostTensor zeros = makeInput("z", descriptor, {.kind = InputKind::Zeros});
        QCOMPARE(statisticsOf(zeros).maximum, 0.0);
    }

    void numbersThatDoNotFit_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<double>("number");
        QTest::addColumn<bool>("fits");
        QTest::newRow("negative unsigned") << static_cast<int>(DataType::UInt8) << -1.0 << false;
        QTest::newRow("too large") << static_cast<int>(DataType::Int8) << 128.0 << false;
        QTest::newRow("fraction") << static_cast<int>(DataType::Int64) << 0.5 << false;
        QTest::newRow("nan") << static_cast<int>(DataType::Int32) << std::nan("") << false;
        QTest::newRow("bool") << static_cast<int>(DataType::Bool) << 2.0 << false;
        QTest::newRow("largest") << static_cast<int>(DataType::Int8) << 127.0 << true;
        QTest::newRow("float") << static_cast<int>(DataType::Float32) << 0.5 << true;
    }

    void numbersThatDoNotFit()
    {
        QFETCH(int, type);
        QFETCH(double, number);
        QFETCH(bool, fits);
        const InputSource source {.kind = InputKind::Number, .number = number};
        try {
            const HostTensor tensor = makeInput("t", {static_cast<DataType>(type), {2}}, source);
            QVERIFY(fits);
            QCOMPARE(elementAsDouble(tensor, 1), number);
        } catch (const Error& error) {
            QVERIFY2(!fits, error.what());
            QVERIFY(error.kind() == ErrorKind::InvalidArgument);
            QVERIFY(error.message().find("'t'") != std::string::npos);
        }
    }

    void filesMustMatch()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("x.npy"));
        const HostTensor tensor = makeInput("x", {DataType::Float32, {2, 3}}, {});
        writeNpyFile(toPath(path), tensor);
        const InputSource source {.kind = InputKind::File, .path = path};
        QCOMPARE(makeInput("x", tensor.descriptor, source), tensor);
        try {
            (void)makeInput("x", {DataType::Float32, {3, 2}}, source);
            QFAIL("a wrong shape was taken");
        } catch (const Error& error) {
            QVERIFY2(error.message().find("[3, 2]") != std::string::npos, error.what());
            QVERIFY2(error.message().find("[2, 3]") != std::string::npos, error.what());
        }
        QVERIFY_EXCEPTION_THROWN((void)makeInput("x", tensor.descriptor, {.kind = InputKind::File}), Error);
    }

    void imagesBecomeTensorsAndBack()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("red.png"));
        QImage image(16, 16, QImage::Format_RGB32);
        image.fill(Qt::red);
        QVERIFY(image.save(path));
        const InputSource source {.kind = InputKind::Image, .path = path};
        const HostTensor tensor = makeInput("x", {DataType::Float32, {1, 3, 8, 8}}, source);
        QCOMPARE(elementAsDouble(tensor, 0), 1.0);
        QCOMPARE(elementAsDouble(tensor, 64), 0.0);
        const QImage back = pictureOf(tensor);
        QCOMPARE(back.size(), QSize(8, 8));
        QCOMPARE(back.pixelColor(3, 3), QColor(Qt::red));
        QVERIFY(pictureOf(makeHostTensor({DataType::Float32, {2, 2}})).isNull());
        QVERIFY_EXCEPTION_THROWN((void)makeInput("x", {DataType::Float32, {1, 3, 8, 8}},
                                     {.kind = InputKind::Image, .path = folder.path()}),
            Error);
    }

    // A file of a few bytes can claim any size.
    void picturesThatClaimTooMuchAreRefused()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("giant.ppm"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("P6 16384 16384 255\n");
        file.close();
        try {
            static_cast<void>(
                makeInput("x", {DataType::Float32, {1, 3, 8, 8}}, {.kind = InputKind::Image, .path = path}));
            QFAIL("it was taken");
        } catch (const Error& error) {
            QVERIFY2(error.message().find("16384 × 16384 pixels") != std::string::npos, error.what());
        }
    }

    void statisticsOfUglyValues()
    {
        HostTensor tensor = makeHostTensor({DataType::Float32, {5}});
        const double values[] {1, std::nan(""), 3, std::numeric_limits<double>::infinity(), 5};
        for (size_t i = 0; i < 5; ++i)
            setElement(tensor, i, values[i]);
        const TensorStatistics statistics = statisticsOf(tensor);
        QCOMPARE(statistics.nanCount, uint64_t(1));
        QCOMPARE(statistics.infiniteCount, uint64_t(1));
        QCOMPARE(statistics.minimum, 1.0);
        QCOMPARE(statistics.maximum, 5.0);
        QCOMPARE(statistics.mean, 3.0);
        QVERIFY(std::abs(statistics.deviation - std::sqrt(8.0 / 3.0)) < 1e-12);
        QCOMPARE(statisticsOf(makeHostTensor({DataType::Float32, {0}})).finiteCount(), uint64_t(0));
    }

    void commandLine()
    {
        const auto parse = [](const QString& line) {
            return LaunchParser::parse(
                (QStringLiteral("weightless ") + line).split(QLatin1Char(' '), Qt::SkipEmptyParts));
        };
        const LaunchOptions options = parse(QStringLiteral(
            "m.onnx --device 1 --mode conventional,streamed --dim batch=2 --dim sample:0=4 --run --quit"));
        QVERIFY2(options.error.isEmpty(), qPrintable(options.error));
        QCOMPARE(options.model, QStringLiteral("m.onnx"));
        QCOMPARE(options.device, std::optional<int>(1));
        QVERIFY(options.modes == (std::vector {LoadMode::Conventional, LoadMode::Streamed}));
        QCOMPARE(options.freeDimensions.at("sample:0"), int64_t(4));
        QVERIFY(options.loads && options.runs && options.quits);
        for (const char* wrong : {"--mode fast", "--dim batch", "--dim batch=0", "--dim =3", "--device x",
                 "a.onnx b.onnx", "--load", "--appearance pink", "--nonsense"})
            QVERIFY2(!parse(QString::fromLatin1(wrong)).error.isEmpty(), wrong);
        QVERIFY(parse(QStringLiteral("--help")).showsHelp);
        QVERIFY(LaunchParser::helpText().contains(QLatin1String("--screenshot")));
    }
};

QTEST_MAIN(InputSourceTest)
#include "tst_inputsource.moc"
