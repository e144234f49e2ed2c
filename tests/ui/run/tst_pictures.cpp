// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inputs/inputsource.h"
#include "tests/engine/expecterror.h"
#include "ui/run/pictures.h"
#include "ui/text/text.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#ifdef Q_OS_LINUX
#include "tests/engine/sizelimit.h"
#endif

using namespace weightless;
using namespace weightless::ui;

class PicturesTest : public QObject {
    Q_OBJECT

private slots:
    void imagesBecomeTensorsAndBack()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("red.png"));
        QImage image(16, 16, QImage::Format_RGB32);
        image.fill(Qt::red);
        QVERIFY(image.save(path));
        const InputSource source {.kind = InputKind::Image, .path = toPath(path)};
        const HostTensor tensor = makeInput("x", {DataType::Float32, {1, 3, 8, 8}}, source);
        QCOMPARE(elementAsDouble(tensor, 0), 1.0);
        QCOMPARE(elementAsDouble(tensor, 64), 0.0);
        const QImage back = pictureOf(tensor);
        QCOMPARE(back.size(), QSize(8, 8));
        QCOMPARE(back.pixelColor(3, 3), QColor(Qt::red));
        QVERIFY(pictureOf(makeHostTensor({DataType::Float32, {2, 2}})).isNull());
        // With its channels last: the same picture.
        HostTensor last = makeHostTensor({DataType::UInt8, {1, 6, 5, 3}});
        last.bytes[(2 * 5 + 1) * 3 + 0] = std::byte {200};
        last.bytes[(2 * 5 + 1) * 3 + 2] = std::byte {90};
        QCOMPARE(pictureOf(last).size(), QSize(5, 6));
        QCOMPARE(pictureOf(last).pixel(1, 2), qRgb(200, 0, 90));
        QCOMPARE(pictureSize(last.descriptor), QSize(5, 6));
        QCOMPARE(pictureSize({DataType::Float32, {2, 3, 8, 12}}), QSize(12, 8));
        QVERIFY(pictureSize({DataType::Float32, {2, 2}}).isEmpty());
        // Scores and boxes of a detector are no picture; a small mask is.
        QVERIFY(pictureOf(makeHostTensor({DataType::Float32, {1, 4420, 2}})).isNull());
        QVERIFY(pictureOf(makeHostTensor({DataType::Float32, {1, 4420, 4}})).isNull());
        QVERIFY(!pictureOf(makeHostTensor({DataType::Float32, {1, 1, 8, 12}})).isNull());
    }

    // Each picture of a batch, wherever its channels are.
    void picturesOfABatch()
    {
        HostTensor first = makeHostTensor({DataType::UInt8, {2, 3, 6, 5}});
        first.bytes[3 * 30 + 30 + 7] = std::byte {200}; // green of the second one
        QCOMPARE(pictureCount(first.descriptor), 2);
        QCOMPARE(pictureOf(first, 0).pixel(2, 1), qRgb(0, 0, 0));
        QCOMPARE(pictureOf(first, 1).pixel(2, 1), qRgb(0, 200, 0));
        HostTensor last = makeHostTensor({DataType::UInt8, {3, 6, 5, 3}});
        last.bytes[2 * 90 + 3 * 7 + 2] = std::byte {90}; // blue of the third one
        QCOMPARE(pictureCount(last.descriptor), 3);
        QCOMPARE(pictureOf(last).pixel(2, 1), qRgb(0, 0, 0));
        QCOMPARE(pictureOf(last, 2).pixel(2, 1), qRgb(0, 0, 90));
        QCOMPARE(pictureCount({DataType::UInt8, {3, 6, 5}}), 1);
    }

    // Each picture of a batch has a file. Those that are there are replaced, which the dialog asks about.
    void aBatchIsSavedAsNumberedPictures()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("made.v2.png"));
        HostTensor batch = makeHostTensor({DataType::UInt8, {2, 3, 6, 5}});
        batch.bytes[3 * 30 + 30 + 7] = std::byte {200}; // green of the second one
        const QString saved = savePictures(batch, QStringLiteral("y"), path);
        QCOMPARE(
            saved, folder.filePath(QStringLiteral("made.v2-1.png")) + QStringLiteral(" … made.v2-2.png"));
        QVERIFY(!QFile::exists(path));
        QCOMPARE(QImage(folder.filePath(QStringLiteral("made.v2-1.png"))).pixel(2, 1), qRgb(0, 0, 0));
        QCOMPARE(QImage(folder.filePath(QStringLiteral("made.v2-2.png"))).pixel(2, 1), qRgb(0, 200, 0));
        QCOMPARE(pictureFiles(batch.descriptor, path),
            (QStringList {folder.filePath(QStringLiteral("made.v2-1.png")),
                folder.filePath(QStringLiteral("made.v2-2.png"))}));
        batch.bytes[7] = std::byte {90}; // red of the first one
        QCOMPARE(savePictures(batch, QStringLiteral("y"), path), saved);
        QCOMPARE(QImage(folder.filePath(QStringLiteral("made.v2-1.png"))).pixel(2, 1), qRgb(90, 0, 0));
        // All of them, or none: what was there is.
        batch.bytes[7] = std::byte {120};
        QVERIFY(QFile::remove(folder.filePath(QStringLiteral("made.v2-2.png"))));
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("made.v2-2.png")));
        EXPECT_ERROR(savePictures(batch, QStringLiteral("y"), path), ErrorKind::Io, "made.v2-2.png");
        QCOMPARE(QImage(folder.filePath(QStringLiteral("made.v2-1.png"))).pixel(2, 1), qRgb(90, 0, 0));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList {QStringLiteral("made.v2-1.png")});
        const HostTensor one = makeHostTensor({DataType::UInt8, {1, 3, 6, 5}});
        QCOMPARE(savePictures(one, QStringLiteral("y"), path), path);
        QCOMPARE(savePictures(one, QStringLiteral("y"), path), path); // the dialog has asked
        QCOMPARE(QImage(path).size(), QSize(5, 6));
        EXPECT_ERROR(savePictures(makeHostTensor({DataType::Float32, {2, 2}}), QStringLiteral("y"), path),
            ErrorKind::Io, "cannot save output 'y'");
    }

    void savingABatchIsToldAndStopped()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("y.png"));
        const HostTensor batch = makeHostTensor({DataType::Float32, {3, 3, 6, 5}});
        QCOMPARE(rangeOf(batch), std::optional(ImageRange::ZeroToOne));
        std::vector<uint64_t> told;
        static_cast<void>(savePictures(
            batch, QStringLiteral("y"), path, [&told](uint64_t done, uint64_t) { told.push_back(done); }));
        QCOMPARE(told, (std::vector<uint64_t> {1, 2, 3, 4, 5, 6})); // each is written, then named
        std::stop_source stop;
        const auto stopAtOnce = [&stop](uint64_t, uint64_t) { stop.request_stop(); };
        QVERIFY(QFile::remove(folder.filePath(QStringLiteral("y-1.png"))));
        EXPECT_ERROR(savePictures(batch, QStringLiteral("y"), path, stopAtOnce, stop.get_token()),
            ErrorKind::Cancelled, "Saving the pictures");
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files),
            (QStringList {QStringLiteral("y-2.png"), QStringLiteral("y-3.png")}));
    }

    // Whoever is later is told so, or the files of both would go.
    void twoSavesToTheSameNames()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("y.png"));
        const HostTensor batch = makeHostTensor({DataType::UInt8, {3, 3, 6, 5}});
        bool isRefused = false;
        static_cast<void>(savePictures(batch, QStringLiteral("y"), path, [&](uint64_t done, uint64_t) {
            if (done != 2)
                return;
            try {
                static_cast<void>(savePictures(batch, QStringLiteral("y"), path));
            } catch (const Error&) {
                isRefused = true;
            }
            const HostTensor one = makeHostTensor({DataType::UInt8, {1, 3, 6, 5}});
            static_cast<void>(
                savePictures(one, QStringLiteral("y"), folder.filePath(QStringLiteral("y-1.png"))));
        }));
        QVERIFY(isRefused);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 3);
    }

    // What the disk refuses when all seems to be written is noticed, and what was there is.
    void aFullDiskLeavesWhatWasThere()
    {
#ifdef Q_OS_LINUX
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("y.png"));
        const HostTensor first = makeHostTensor({DataType::UInt8, { 1, 3, 64, 64 }});
        QCOMPARE(savePictures(first, QStringLiteral("y"), path), path);
        HostTensor second = first;
        std::ranges::fill(second.bytes, std::byte {200});
        {
            const test::SizeLimit limit(20);
            EXPECT_ERROR(savePictures(second, QStringLiteral("y"), path), ErrorKind::Io, "Cannot write");
        }
        QCOMPARE(QImage(path).pixel(3, 3), qRgb(0, 0, 0));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList {QStringLiteral("y.png")});
#else
        QSKIP("NOT TESTED: no limit on the size of files here");
#endif
    }

    // What is shown is what a model is fed, made smaller; nothing where that cannot be.
    void previews()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("wide.png"));
        QImage image(80, 20, QImage::Format_ARGB32);
        image.fill(QColor(10, 20, 30, 40));
        QVERIFY(image.save(path));
        const QImage preview = previewOf(path, 40);
        QCOMPARE(preview.size(), QSize(40, 10));
        QCOMPARE(preview.pixelColor(5, 5).alpha(), 40);
        QCOMPARE(previewOf(path, 100).size(), image.size());
        QVERIFY(previewOf(folder.path(), 100).isNull());
    }

    // A file of a few bytes can claim any size. What a camera takes is opened, were it there.
    void picturesThatClaimTooMuchAreRefused_data()
    {
        QTest::addColumn<QByteArray>("size");
        QTest::addColumn<QString>("message");
        QTest::newRow("a giant") << QByteArray("16385 16385") << QStringLiteral("16385 × 16385 pixels");
        QTest::newRow("a telephone's") << QByteArray("16320 12240") << QStringLiteral("is cut off");
    }

    void picturesThatClaimTooMuchAreRefused()
    {
        QFETCH(QByteArray, size);
        QFETCH(QString, message);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("giant.ppm"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("P6 " + size + " 255\n");
        file.close();
        const InputSource source {.kind = InputKind::Image, .path = toPath(path)};
        QVERIFY(previewOf(path, 100).isNull());
        EXPECT_ERROR(makeInput("x", {DataType::Float32, {1, 3, 8, 8}}, source), ErrorKind::InvalidArgument,
            message.toStdString());
    }
};

QTEST_MAIN(PicturesTest)
#include "tst_pictures.moc"
