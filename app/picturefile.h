// Pictures of any kind as PNG, which cards are.
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QRect>

namespace snug {

// The bytes of a PNG stay as they are. Fails on what is no picture that can be read.
Result<QByteArray> pngOf(const QByteArray &picture);

// A part of a picture as a PNG, without the texts that the picture carries.
Result<QByteArray> croppedPng(const QByteArray &picture, const QRect &part);

} // namespace snug
