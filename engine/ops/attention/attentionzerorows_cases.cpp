// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/attention/attentioncases.h"
#include "engine/ops/attentionheads.h"

#include <limits>

namespace weightless::ops::attention {

namespace {

// Every third row sees no key. Its mask is of rows, or of batches and rows, and says so with minus infinity.
OperatorCase zeroRowsCase(const Setting& setting)
{
    OperatorCase test = attentionCase(setting);
    const int64_t n = setting.n;
    const int64_t heads = setting.batch.back();
    HostTensor& mask = *test.inputs[3];
    const int64_t maskRows = elementCount(mask.descriptor.shape).value() / n;
    const bool isOfHeads = maskRows == heads * setting.batch.front() * setting.m;
    const bool isInside = (setting.headsInside & headsOfY) != 0;
    for (int64_t i = 0; i < maskRows * n; ++i) {
        if (i / n % 3 == 1) {
            setElement(mask, static_cast<size_t>(i), -std::numeric_limits<double>::infinity());
        }
    }
    HostTensor& y = test.expected[0];
    for (int64_t i = 0; i < elementCount(y.descriptor.shape).value(); ++i) {
        const int64_t row = i / setting.width; // of all matrices
        const int64_t batch = row / (heads * setting.m);
        const int64_t head = isInside ? row % heads : row / setting.m % heads;
        const int64_t place = isInside ? row / heads % setting.m : row % setting.m;
        const int64_t maskRow = isOfHeads ? (batch * heads + head) * setting.m + place
            : maskRows == setting.m       ? place
                                          : batch * setting.m + place;
        if (maskRow % 3 == 1) {
            setElement(y, static_cast<size_t>(i), 0.0);
        }
    }
    test.attributes.set("hasZeroRows", int64_t {1});
    test.name += " rows of zeros";
    return test;
}

} // namespace

void addZeroRowsCases(CaseList& cases)
{
    for (const DataType type : {DataType::Float32, DataType::Float16, DataType::BFloat16}) {
        for (const std::string kernel : {"", "flash", "tiled", "rows"}) {
            Setting setting {
                .batch = {2, 2}, .m = 5, .n = 67, .depth = 8, .width = 8, .kernel = kernel, .type = type};
            for (const Shape& mask : {Shape {5, 67}, Shape {2, 1, 5, 67}, Shape {2, 2, 5, 67}}) {
                setting.mask = mask;
                setting.headsInside = 0;
                cases.push_back(zeroRowsCase(setting));
                setting.headsInside = allHeads;
                cases.push_back(zeroRowsCase(setting));
            }
        }
    }
    // A mask as low as finite numbers go hides no row whole: it is the mean of the values, as without zeros.
    CaseList masked;
    addMaskedCases(masked, "", DataType::Float32);
    OperatorCase& finite = masked.front();
    finite.attributes.set("hasZeroRows", int64_t {1});
    finite.name += " no rows of zeros";
    cases.push_back(finite);
}

} // namespace weightless::ops::attention
