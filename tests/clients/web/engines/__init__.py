"""The page in other engines than Chromium: in Firefox, and in WebKit, which is in every iPhone."""
