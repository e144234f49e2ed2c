// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/modelfolder.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;
using namespace weightless::ui;

// Where file dialogs begin.
class ModelFolderTest : public QObject {
    Q_OBJECT

    static ModelDocumentPtr documentAt(const QString& path)
    {
        auto model = std::make_shared<Model>();
        model->path = path.toStdString();
        return std::make_shared<const ModelDocument>(std::move(model));
    }

    static QString documents() { return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation); }

private slots:
    void itIsBesideTheModel()
    {
        const QTemporaryDir folder;
        const ModelDocumentPtr document = documentAt(folder.filePath(QStringLiteral("mod\u00e8le.onnx")));
        QCOMPARE(modelFolder(document), folder.path());
        QCOMPARE(proposedFile(document, QStringLiteral("graph")), folder.filePath(QStringLiteral("graph")));
    }

    void withoutAModelOnDisk()
    {
        const QString server = QStringLiteral("https://example.org/models/m.onnx");
        QCOMPARE(modelFolder(nullptr), QString());
        QCOMPARE(modelFolder(documentAt(server)), QString());
        const QString expected = QDir(documents()).filePath(QStringLiteral("x.npz"));
        QCOMPARE(proposedFile(ModelDocumentPtr(), QStringLiteral("x.npz")), expected);
        QCOMPARE(proposedFile(server, QStringLiteral("x.npz")), expected);
    }

    void foldersThatTakeNoFiles()
    {
        const QTemporaryDir folder;
        const QString gone = folder.filePath(QStringLiteral("gone/m.onnx"));
        const QString expected = QDir(documents()).filePath(QStringLiteral("x.npz"));
        QCOMPARE(proposedFile(gone, QStringLiteral("x.npz")), expected);
    }
};

QTEST_APPLESS_MAIN(ModelFolderTest)
#include "tst_modelfolder.moc"
