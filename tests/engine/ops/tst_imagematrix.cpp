// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/product/imagematrix.h"

#include <QTest>

using weightless::ops::product::fitsKernels;
using weightless::ops::product::hasRowsOfEights;
using weightless::ops::product::ImageMatrix;

class TestImageMatrix : public QObject {
    Q_OBJECT

private slots:
    void whatHasNoRoomIsToldApart()
    {
        ImageMatrix image {
            .in = {8191, 65535}, .out = {65535, 65535}, .strides = {255, 255}, .imageStride = 0xffffffff};
        QVERIFY(fitsKernels(image));
        const auto fitsWith = [&](auto member, uint32_t value) {
            ImageMatrix other = image;
            (other.*member)[1] = value;
            return fitsKernels(other);
        };
        QVERIFY(!fitsWith(&ImageMatrix::in, 65536));
        QVERIFY(!fitsWith(&ImageMatrix::out, 65536));
        QVERIFY(!fitsWith(&ImageMatrix::taps, 65536));
        QVERIFY(!fitsWith(&ImageMatrix::strides, 256));
        QVERIFY(!fitsWith(&ImageMatrix::dilations, 65536));
        QVERIFY(!fitsWith(&ImageMatrix::pads, 65536));
        image.imageStride = uint64_t {1} << 32;
        QVERIFY(!fitsKernels(image));
    }

    void picturesThatAreTooHigh()
    {
        QVERIFY(fitsKernels({.in = {8191, 1}, .pads = {8191, 0}}));
        QVERIFY(!fitsKernels({.in = {8192, 1}}));
        QVERIFY(!fitsKernels({.pads = {8192, 0}}));
    }

    void eightsInOneRow()
    {
        QVERIFY(hasRowsOfEights({.out = {3, 16}, .taps = {3, 3}, .strides = {2, 1}, .pads = {1, 1}}));
        QVERIFY(!hasRowsOfEights({.out = {3, 14}}));
        QVERIFY(!hasRowsOfEights({.out = {3, 16}, .strides = {1, 2}}));
    }

    // Padding at the end may let a filter reach further than an int counts.
    void tapsBeyondAnInt()
    {
        QVERIFY(fitsKernels({.taps = {1, 32768}, .dilations = {1, 65534}}));
        QVERIFY(!fitsKernels({.taps = {1, 32769}, .dilations = {1, 65535}}));
    }
};

QTEST_APPLESS_MAIN(TestImageMatrix)
#include "tst_imagematrix.moc"
