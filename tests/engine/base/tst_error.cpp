// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/base/log.h"

#include <QTest>
#include <new>
#include <stdexcept>
#include <vector>

using namespace weightless;

class TestError : public QObject {
    Q_OBJECT

private slots:
    void everyKindHasAName()
    {
        QCOMPARE(toString(ErrorKind::InvalidArgument), std::string_view("InvalidArgument"));
        QCOMPARE(toString(ErrorKind::DeviceLost), std::string_view("DeviceLost"));
        QCOMPARE(toString(ErrorKind::Internal), std::string_view("Internal"));
    }

    void currentErrorTranslates()
    {
        const auto translate = [](auto exception) {
            try {
                throw exception;
            } catch (...) {
                return currentError();
            }
        };
        const Error kept = translate(Error(ErrorKind::Io, "the disk"));
        QVERIFY(kept.kind() == ErrorKind::Io);
        QCOMPARE(kept.what(), "the disk");
        QVERIFY(translate(std::bad_alloc()).kind() == ErrorKind::OutOfMemory);
        const Error tooLong = translate(std::length_error("vector::reserve"));
        QVERIFY(tooLong.kind() == ErrorKind::OutOfMemory);
        QCOMPARE(tooLong.message(), translate(std::bad_alloc()).message());
        const Error foreign = translate(std::runtime_error("a bug"));
        QVERIFY(foreign.kind() == ErrorKind::Internal);
        QCOMPARE(foreign.message(), std::string("a bug"));
        QVERIFY(translate(42).kind() == ErrorKind::Internal);
    }

    void logSinkMayBeEmpty()
    {
        std::vector<std::string> lines;
        logTo({}, LogLevel::Warning, "dropped");
        logTo([&](LogLevel, const std::string& text) { lines.push_back(text); }, LogLevel::Info, "kept");
        QCOMPARE(lines, std::vector<std::string> {"kept"});
    }
};

QTEST_APPLESS_MAIN(TestError)
#include "tst_error.moc"
