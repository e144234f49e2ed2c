// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspection/duplicates.h"
#include "tests/engine/expecterror.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace weightless;

namespace {

constexpr int64_t elements = 100'000;

std::shared_ptr<ConstantInfo> floatsAt(const QString& path, uint64_t offset, Shape shape)
{
    auto constant = std::make_shared<ConstantInfo>();
    constant->descriptor = {DataType::Float32, std::move(shape)};
    constant->sizeBytes = byteCount(constant->descriptor).value_or(0);
    const std::filesystem::path where = path.toStdString();
    constant->source.range =
        FileRange {std::make_shared<const FileReference>(FileReference {where, File::identityOf(where)}),
            offset, constant->sizeBytes};
    return constant;
}

} // namespace

class TestDuplicates : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        // Five tensors: the first and the third are equal, the fourth differs from them in its last byte, the
        // others in their first.
        QByteArray bytes;
        for (int tensor = 0; tensor < 5; ++tensor) {
            QByteArray values(elements * 4, 0);
            for (qsizetype i = 0; i < values.size(); ++i)
                values[i] = static_cast<char>(i * 31 % 251);
            if (tensor == 1 || tensor == 4)
                values[0] = static_cast<char>(tensor);
            if (tensor == 3)
                values.back() = 1;
            bytes += values;
        }
        m_path = m_folder.filePath("weights.bin");
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        file.close();
        for (uint64_t tensor = 0; tensor < 5; ++tensor)
            m_constants.push_back(floatsAt(m_path, tensor * elements * 4, {100, 1000}));
    }

    void sameValuesAreFound()
    {
        auto constants = m_constants;
        constants.push_back(floatsAt(m_path, 0, {elements})); // of another shape
        constants.push_back(floatsAt(m_path, 0, {8})); // not worth it
        constants.push_back(floatsAt(m_path, 0, {8}));
        uint64_t last = 0, total = 0;
        const auto found = findDuplicates(constants, [&](uint64_t done, uint64_t all) {
            QVERIFY(done >= last && done <= all);
            last = done;
            total = all;
        });
        QCOMPARE(found.size(), size_t {1});
        QCOMPARE(found[0].constants, (std::vector<size_t> {0, 2, 5}));
        QCOMPARE(found[0].sizeBytes, uint64_t {elements * 4});
        QCOMPARE(found[0].spareBytes(), uint64_t {elements * 8});
        QCOMPARE(last, total);
        QVERIFY(findDuplicates({}).empty());
    }

    void whatHasNoBytesIsLeftOut()
    {
        auto broken = std::make_shared<ConstantInfo>(*m_constants[0]);
        broken->problem = "its file is missing";
        auto nowhere = std::make_shared<ConstantInfo>(*m_constants[0]);
        nowhere->source = {};
        const std::vector<std::shared_ptr<const ConstantInfo>> constants {m_constants[0], broken, nowhere};
        QVERIFY(findDuplicates(constants).empty());
    }

    void itCanBeStopped()
    {
        std::stop_source stop;
        stop.request_stop();
        EXPECT_ERROR(findDuplicates(m_constants, {}, stop.get_token()), ErrorKind::Cancelled, "cancelled");
    }

    void changesAreNoticed()
    {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::Append) && file.write("x") == 1);
        file.close();
        EXPECT_ERROR(findDuplicates(m_constants), ErrorKind::Io, "weights.bin");
    }

private:
    QTemporaryDir m_folder;
    QString m_path;
    std::vector<std::shared_ptr<const ConstantInfo>> m_constants;
};

QTEST_APPLESS_MAIN(TestDuplicates)
#include "tst_duplicates.moc"
