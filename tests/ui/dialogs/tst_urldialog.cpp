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
        QCOMPARE(UrlDialog(QStringLiteral("https://host/m.onnx")).address(),
            QStringLiteral("https://host/m.onnx"));
        QCOMPARE(UrlDialog(QStringLiteral("a sentence")).address(), QStringLiteral("https://"));
    }
};

QTEST_MAIN(UrlDialogTest)
#include "tst_urldialog.moc"
