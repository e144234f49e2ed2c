// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/text.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless::ui;

// Settings and recent files know a model or a folder by its path: of each there is one way to write it.
class AbsolutePathsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QVERIFY(QDir(root()).mkpath(QStringLiteral("sd/unet")));
        m_before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(root() + QStringLiteral("/sd")));
    }

    void cleanupTestCase() { QDir::setCurrent(m_before); }

    void aFolderIsWrittenInOneWay_data()
    {
        QTest::addColumn<QString>("named");
        QTest::addColumn<QString>("folder"); // below the root
        for (const char* const named : {".", "./", "..//sd", "unet/..", "unet/../", "unet/../.", "../sd/."})
            QTest::newRow(named) << QString::fromLatin1(named) << QStringLiteral("/sd");
        for (const char* const named : {"..", "../", "unet/../.."})
            QTest::newRow(named) << QString::fromLatin1(named) << QString();
        for (const char* const named : {"unet", "unet/", "unet/.", "./unet//", "../sd/unet"})
            QTest::newRow(named) << QString::fromLatin1(named) << QStringLiteral("/sd/unet");
    }

    void aFolderIsWrittenInOneWay()
    {
        QFETCH(QString, named);
        QFETCH(QString, folder);
        QCOMPARE(absolutePathText(named), QString(root() + folder));
        QCOMPARE(absolutePathText(QDir::currentPath() + QLatin1Char('/') + named), QString(root() + folder));
    }

    void theRootKeepsItsSeparator()
    {
        QCOMPARE(absolutePathText(QDir::rootPath()), QDir::rootPath());
        QCOMPARE(absolutePathText(QDir::rootPath() + QLatin1Char('.')), QDir::rootPath());
    }

    void noneIsNoFolder() { QCOMPARE(absolutePathText({}), QString()); }

    // Behind a link ".." is another folder than the one that the link lies in.
    void whatLeadsElsewhereStays()
    {
#ifdef Q_OS_WIN
        QSKIP("links of Windows are files");
#endif
        QVERIFY(QDir(root()).mkpath(QStringLiteral("elsewhere/inner")));
        const QString link = root() + QStringLiteral("/sd/link");
        QVERIFY(QFile::link(root() + QStringLiteral("/elsewhere/inner"), link));
        QCOMPARE(absolutePathText(QStringLiteral("link/..")), QString(link + QStringLiteral("/..")));
        QCOMPARE(absolutePathText(QStringLiteral("link/.")), link);
    }

private:
    // As the system writes it: a temporary folder may lie behind a link.
    [[nodiscard]] QString root() const
    {
        return QDir(m_folder.path()).canonicalPath();
    }

    QTemporaryDir m_folder;
    QString m_before;
};

QTEST_APPLESS_MAIN(AbsolutePathsTest)
#include "tst_absolutepaths.moc"
