export { Fragment, h, options, render } from "preact";
export { useCallback, useEffect, useId, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import htm from "htm";
import { h } from "preact";

export const html = htm.bind(h);
