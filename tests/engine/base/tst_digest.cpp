// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/digest.h"

#include <QTest>

using namespace weightless;

class TestDigest : public QObject {
    Q_OBJECT

private slots:
    // FIPS 180-4's own examples.
    void knownValues()
    {
        QCOMPARE(toHex(sha256("")),
            std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
        QCOMPARE(toHex(sha256("abc")),
            std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        const std::string millionAs(1'000'000, 'a');
        QCOMPARE(toHex(sha256(std::as_bytes(std::span(millionAs)))),
            std::string("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
    }
};

QTEST_APPLESS_MAIN(TestDigest)
#include "tst_digest.moc"
