// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/credentials.h"
#include "engine/base/file.h"

#include <QTest>

using namespace weightless;

class TestCredentials : public QObject {
    Q_OBJECT

private slots:
    void areLeftOut_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char* text, const char* shown) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(shown);
        };
        row("", "");
        row("https://host/a@2x.onnx?q=a@b", "https://host/a@2x.onnx?q=a@b");
        row("ftp://me:secret@host/m.onnx", "ftp://host/m.onnx");
        row("no proxy 'bogus://me:se@cret@host:80'; ok?", "no proxy 'bogus://host:80'; ok?");
        row("for http://me:p'a'ss@host:3128/: no", "for http://host:3128/: no");
        row("a://me@b, then c://you:x@d/e@f", "a://b, then c://d/e@f");
        row("at the end: x://me:secret@", "at the end: x://");
        row("://", "://");
        row("a: me@host //me@host", "a: me@host //me@host");
    }

    void areLeftOut()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QCOMPARE(QByteArray::fromStdString(withoutCredentials(text.toStdString())), shown);
        if (!text.contains("//me@host")) { // that one is a path, whose slashes are the system's
            QCOMPARE(QByteArray::fromStdString(displayPath(text.toStdString())).contains("secret"), false);
        }
    }
};

QTEST_APPLESS_MAIN(TestCredentials)
#include "tst_credentials.moc"
