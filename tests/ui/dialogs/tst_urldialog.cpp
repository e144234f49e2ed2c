// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/urldialog.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

using namespace weightless::ui;

class UrlDialogTest : public QObject {
    Q_OBJECT

private slots:
    void onlyAnAddressIsOpened_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isAddress");
        QTest::newRow("none") << QStringLiteral("abc") << false;
        QTest::newRow("nothing") << QString() << false;
        QTest::newRow("no server") << QStringLiteral("https://") << false;
        QTest::newRow("another scheme") << QStringLiteral("ftp://host/model.onnx") << false;
        QTest::newRow("address") << QStringLiteral(" https://host/model.onnx ") << true;
    }
    void onlyAnAddressIsOpened()
    {
        QFETCH(QString, text);
        QFETCH(bool, isAddress);
        UrlDialog dialog({});
        dialog.show();
        dialog.field().setText(text);
        const auto* open = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open);
        QCOMPARE(open->isEnabled(), isAddress);
        QTest::keyClick(&dialog.field(), Qt::Key_Return);
        QCOMPARE(dialog.isVisible(), !isAddress); // what was typed is still there
        QCOMPARE(dialog.address(), text.trimmed());
    }

    void whatWasCopiedIsProposed()
    {
        const QString copied = QStringLiteral("https://host/m.onnx"),
                      last = QStringLiteral("http://last/m.onnx");
        QCOMPARE(UrlDialog({copied, last}).address(), copied);
        QCOMPARE(UrlDialog({QStringLiteral("a sentence"), last}).address(), last);
        QCOMPARE(UrlDialog({QStringLiteral("a sentence"), QString()}).address(), QStringLiteral("https://"));
    }

    void typingReplacesTheProposal()
    {
        const QString typed = QStringLiteral("http://host/model.onnx");
        for (const QString& proposal : {QString(), QStringLiteral("https://other/m.onnx")}) {
            UrlDialog dialog({proposal});
            dialog.show();
            QTest::keyClicks(&dialog.field(), typed);
            QCOMPARE(dialog.field().text(), typed);
        }
    }

    // Pasted behind the beginning that is there.
    void ofTwoBeginningsTheLastCounts()
    {
        UrlDialog dialog({});
        const auto* open = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open);
        dialog.field().setText(QStringLiteral("https://http://host/m.onnx?from=http://elsewhere/"));
        QCOMPARE(dialog.address(), QStringLiteral("http://host/m.onnx?from=http://elsewhere/"));
        QVERIFY(open->isEnabled());
        dialog.field().setText(QStringLiteral("https://HTTPS://http://host/m.onnx"));
        QCOMPARE(dialog.address(), QStringLiteral("http://host/m.onnx"));
        dialog.field().setText(QStringLiteral("https://https://"));
        QVERIFY(!open->isEnabled());
    }
};

QTEST_MAIN(UrlDialogTest)
#include "tst_urldialog.moc"
