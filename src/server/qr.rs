//! A link as a picture that a phone reads: for the page as SVG, for the terminal in half blocks.

use qrcode::render::{svg, unicode};
use qrcode::{EcLevel, QrCode};

/// The picture as SVG, dark on white. None if the link is longer than such a picture can hold.
#[must_use]
pub fn svg(link: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(link, EcLevel::M).ok()?;
    let dark = svg::Color("#0a1219");
    Some(code.render().min_dimensions(240, 240).dark_color(dark).light_color(svg::Color("#ffffff")).build())
}

/// The picture for a dark terminal. None if the link is too long.
#[must_use]
pub fn terminal(link: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(link, EcLevel::L).ok()?;
    // On a dark ground the light parts are what is printed.
    let (dark, light) = (unicode::Dense1x2::Light, unicode::Dense1x2::Dark);
    Some(code.render::<unicode::Dense1x2>().dark_color(dark).light_color(light).build())
}
