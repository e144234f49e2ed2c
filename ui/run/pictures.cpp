// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/pictures.h"

#include "engine/base/error.h"
#include "engine/base/outputfile.h"
#include "engine/base/outputfiles.h"
#include "engine/formats/imagetensor.h"
#include "engine/images/imagefile.h"
#include "ui/text/text.h"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QImageWriter>

#include <algorithm>
#include <optional>

namespace weightless::ui {

QImage previewOf(const QString& path, int longestSide, const std::stop_token& stop)
{
    DecodedPicture picture;
    try {
        picture = readImageFile(toPath(path), maxImagePixels, stop);
    } catch (const Error&) { // whoever runs the model is told
        return {};
    }
    const int width = static_cast<int>(picture.width), height = static_cast<int>(picture.height);
    const QImage view(picture.rgba.data(), width, height, qsizetype {4} * width, QImage::Format_RGBA8888);
    return std::max(width, height) > longestSide
        ? view.scaled(QSize(longestSide, longestSide), Qt::KeepAspectRatio, Qt::SmoothTransformation)
        : view.copy();
}

namespace {

// A list of scores or boxes has an image's shape too: [1, 4420, 2] is one channel, 4420 high and 2 wide.
bool looksLikePicture(const ImageGeometry& geometry)
{
    constexpr int64_t leastSide = 4, mostStretched = 16;
    const auto [small, large] = std::minmax(geometry.height, geometry.width);
    return small >= leastSide && large / small < mostStretched;
}

} // namespace

std::optional<ImageRange> rangeOf(const HostTensor& tensor)
{
    return isImageShape(tensor.descriptor) ? std::optional(detectImageRange(tensor)) : std::nullopt;
}

QImage pictureOf(const HostTensor& tensor, int64_t index, std::optional<ImageRange> range)
{
    const std::optional<ImageGeometry> geometry = imageGeometry(tensor.descriptor);
    if (!geometry || !looksLikePicture(*geometry))
        return {};
    const RgbImage picture = tensorToImage(tensor, index, range ? *range : detectImageRange(tensor));
    const QImage view(picture.pixels.data(), static_cast<int>(picture.width),
        static_cast<int>(picture.height), static_cast<qsizetype>(picture.width * 3), QImage::Format_RGB888);
    return view.copy();
}

QSize pictureSize(const TensorDescriptor& descriptor)
{
    const std::optional<ImageGeometry> geometry = imageGeometry(descriptor);
    return geometry ? QSize(static_cast<int>(geometry->width), static_cast<int>(geometry->height)) : QSize();
}

int64_t pictureCount(const TensorDescriptor& descriptor)
{
    return descriptor.shape.size() == 4 ? descriptor.shape.front() : 1;
}

namespace {

// As the pictures of one run of `generate` are named.
QString numbered(const QString& path, int64_t number)
{
    const QFileInfo file(path);
    const QString name =
        QStringLiteral("%1-%2.%3").arg(file.completeBaseName(), QString::number(number), file.suffix());
    return file.dir().filePath(name);
}

QByteArray encoded(const QImage& picture, const QString& name, const QString& path)
{
    QBuffer buffer;
    QImageWriter writer(&buffer, QFileInfo(path).suffix().toLatin1());
    if (picture.isNull() || !writer.canWrite()) {
        throw Error(ErrorKind::Io,
            "cannot save output '" + toUtf8(name) + "' as " + toUtf8(path)
                + ": choose .npy, .pb, .csv, or a picture format for an image output");
    }
    if (!writer.write(picture)) {
        throw Error(ErrorKind::Io,
            "cannot save output '" + toUtf8(name) + "' as " + toUtf8(path) + ": "
                + toUtf8(writer.errorString()));
    }
    return buffer.data();
}

} // namespace

QStringList pictureFiles(const TensorDescriptor& descriptor, const QString& path)
{
    const int64_t count = pictureCount(descriptor);
    if (count <= 1)
        return {path};
    QStringList files;
    for (int64_t number = 1; number <= count; ++number)
        files.append(numbered(path, number));
    return files;
}

QString savePictures(const HostTensor& tensor, const QString& name, const QString& path,
    const PicturesProgress& onProgress, const std::stop_token& stop)
{
    const QStringList files = pictureFiles(tensor.descriptor, path);
    for (const QString& file : files)
        checkReplaceable(toPath(file));
    OutputFiles written(toPath(path));
    const std::optional<ImageRange> range = rangeOf(tensor); // it takes a look at all numbers
    const auto count = static_cast<uint64_t>(files.size());
    const auto tell = [&onProgress, count](uint64_t done) {
        if (onProgress && count > 1)
            onProgress(done, 2 * count);
    };
    for (qsizetype i = 0; i < files.size(); ++i) {
        const QByteArray bytes = encoded(pictureOf(tensor, i, range), name, files[i]);
        written.add(toPath(files[i])).write({bytes.constData(), static_cast<size_t>(bytes.size())});
        tell(static_cast<uint64_t>(i) + 1);
        if (stop.stop_requested())
            throw Error(ErrorKind::Cancelled, "Saving the pictures was cancelled");
    }
    written.commit([&tell, count](size_t named) { tell(count + named); });
    return files.size() == 1 ? path
                             : files.front() + QStringLiteral(" … ") + QFileInfo(files.back()).fileName();
}

} // namespace weightless::ui
